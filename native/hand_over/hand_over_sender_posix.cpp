#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>

#include "base/too_many_files.h"
#include "hand_over/channel_posix.h"
#include "hand_over/hand_over.h"
#include "hand_over/hand_over_limits.h"
#include "hand_over/hand_over_message.h"
#include "hand_over/socket_posix.h"

namespace slashpass {
namespace {

using Clock = std::chrono::steady_clock;

const Error not_running{"not_running", "The game waiting for this redirect is not running."};
const Error not_taken{"not_taken", "The game did not accept the redirect."};

bool wait_until(Clock::time_point deadline, const FileDescriptor& socket, short what) {
  pollfd polled{socket.get(), what, 0};
  const auto remaining = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  return remaining.count() > 0 && poll(&polled, 1, static_cast<int>(remaining.count())) == 1;
}

bool send_all(const FileDescriptor& socket, std::string_view message, Clock::time_point deadline) {
  while (!message.empty()) {
    const auto count = send(socket.get(), message.data(), message.size(), MSG_NOSIGNAL);
    if (count > 0)
      message.remove_prefix(static_cast<std::size_t>(count));
    else if (errno != EAGAIN || !wait_until(deadline, socket, POLLOUT))
      return false;
  }
  return true;
}

bool is_accepted(const FileDescriptor& socket, Clock::time_point deadline) {
  char answer = 0;
  return wait_until(deadline, socket, POLLIN) && recv(socket.get(), &answer, 1, 0) == 1 && answer == hand_over_accepted;
}

}  // namespace

Status hand_over(const HandOverChannel& channel, const std::string& uri) {
  const auto deadline = Clock::now() + opener_timeout;
  const auto directory = open_channel_directory(channel.directory, false);
  if (!directory) return directory.error();
  const auto socket = make_socket();
  if (!socket) return too_many_files("The hand-over socket cannot be created", errno).value_or(not_taken);
  int failure = connect_in(directory.value(), channel.scheme, socket);
  // The listener's queue is full, but will drain within `sender_timeout`.
  while (failure == EAGAIN && Clock::now() < deadline) {
    poll(nullptr, 0, 5);
    failure = connect_in(directory.value(), channel.scheme, socket);
  }
  if (failure == ENOENT || failure == ECONNREFUSED) return not_running;
  if (failure != 0) return not_taken;
  if (!is_same_user(socket)) {
    return Error{"foreign_listener", "The process waiting for this redirect belongs to another user."};
  }
  if (!send_all(socket, hand_over_message(uri), deadline) || !is_accepted(socket, deadline)) return not_taken;
  return Done{};
}

}  // namespace slashpass
