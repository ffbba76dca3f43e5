#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <list>
#include <system_error>
#include <thread>
#include <vector>

#include "base/files.h"
#include "base/redirect_uri.h"
#include "base/too_many_files.h"
#include "hand_over/channel_posix.h"
#include "hand_over/hand_over.h"
#include "hand_over/hand_over_limits.h"
#include "hand_over/hand_over_message.h"
#include "hand_over/socket_posix.h"

namespace slashpass {
namespace {

using Clock = std::chrono::steady_clock;

struct Sender {
  FileDescriptor socket;
  HandOverReader reader;
  Clock::time_point deadline = Clock::now() + sender_timeout;
};

// A connection that cannot be accepted stays in the queue and would wake the thread again immediately.
void pause_without_descriptors() {
  if (errno == EMFILE || errno == ENFILE) std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

constexpr const char* no_socket = "The hand-over socket cannot be created";

Error no_descriptor(const std::string& what) {
  return too_many_files(what, errno).value_or(Error{"channel_unusable", what + "."});
}

// Removes killed games' sockets for any scheme. The caller must hold the lock; otherwise, another game's new socket
// could be removed between bind and listen.
Status remove_dead_sockets(const FileDescriptor& directory) {
  for (const auto& entry : entries_of(path_within(directory, "."))) {
    std::error_code failed;
    if (!entry.is_socket(failed)) continue;
    const auto name = entry.path().filename().string();
    const auto probe = make_socket();
    if (!probe) return no_descriptor(no_socket);
    if (connect_in(directory, name, probe) == ECONNREFUSED) unlinkat(directory.get(), name.c_str(), 0);
  }
  return Done{};
}

class PosixListener final : public HandOverListener {
 public:
  PosixListener(std::string scheme, HandOverEvents events) : scheme_(std::move(scheme)), events_(std::move(events)) {}
  ~PosixListener() override;

  Status start(const std::string& channel);

 private:
  Status bind_socket();
  void run();
  void wait_for_events(std::vector<pollfd>& polled) const;
  void accept_senders();
  bool serve(Sender& sender, bool readable);
  void finish(const Sender& sender);
  void refuse() { events_.refused(); }

  std::string scheme_;
  HandOverEvents events_;
  FileDescriptor directory_;
  FileDescriptor listener_;
  // A byte written to this pipe stops the thread.
  FileDescriptor stop_, stopped_;
  std::list<Sender> senders_;
  std::thread thread_;
};

PosixListener::~PosixListener() {
  if (thread_.joinable()) {
    (void)!write(stop_.get(), "", 1);
    thread_.join();
  }
  if (!listener_) return;
  // Removes the socket under the lock. Because the game is still listening, the socket cannot be another game's.
  const auto lock = lock_channel_directory(directory_);
  if (lock) unlinkat(directory_.get(), scheme_.c_str(), 0);
}

Status PosixListener::start(const std::string& channel) {
  auto directory = open_channel_directory(channel, true);
  if (!directory) return directory.error();
  directory_ = std::move(directory.value());
  if (!make_pipe(stopped_, stop_)) return no_descriptor("The hand-over pipe cannot be created");
  if (auto bound = bind_socket(); !bound) return bound;
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    return Error{"channel_unusable", "The system cannot start another thread."};
  }
  return Done{};
}

Status PosixListener::bind_socket() {
  const auto lock = lock_channel_directory(directory_);
  if (!lock) return lock.error();
  auto socket = make_socket();
  if (!socket) return no_descriptor(no_socket);
  if (auto removed = remove_dead_sockets(directory_); !removed) return removed;
  struct stat present{};
  if (fstatat(directory_.get(), scheme_.c_str(), &present, AT_SYMLINK_NOFOLLOW) == 0) {
    return Error{"scheme_busy", "Another running game is waiting for redirects with the scheme \"" + scheme_ + "\"."};
  }
  if (bind_in(directory_, scheme_, socket) != 0 || fchmodat(directory_.get(), scheme_.c_str(), 0600, 0) != 0 ||
      listen(socket.get(), SOMAXCONN) != 0) {
    return Error{"channel_unusable", std::string(no_socket) + "."};
  }
  listener_ = std::move(socket);
  return Done{};
}

void PosixListener::run() {
  std::vector<pollfd> polled;
  for (;;) {
    wait_for_events(polled);
    if (polled[0].revents != 0) return;
    auto event = polled.begin() + 2;
    for (auto sender = senders_.begin(); sender != senders_.end(); ++event) {
      sender = serve(*sender, event->revents != 0) ? std::next(sender) : senders_.erase(sender);
    }
    if (polled[1].revents != 0) accept_senders();
  }
}

void PosixListener::wait_for_events(std::vector<pollfd>& polled) const {
  polled.assign({{stopped_.get(), POLLIN, 0}, {listener_.get(), POLLIN, 0}});
  auto timeout = std::chrono::milliseconds(-1);
  for (const auto& sender : senders_) {
    polled.push_back({sender.socket.get(), POLLIN, 0});
    const auto remaining = std::chrono::ceil<std::chrono::milliseconds>(sender.deadline - Clock::now());
    const auto positive = std::max(remaining, std::chrono::milliseconds(0));
    timeout = timeout.count() < 0 ? positive : std::min(timeout, positive);
  }
  while (poll(polled.data(), polled.size(), static_cast<int>(timeout.count())) < 0 && errno == EINTR) {
  }
}

// The limit per call ensures that each sender is served at least once before it is dropped.
void PosixListener::accept_senders() {
  for (std::size_t accepted = 0; accepted < most_senders; ++accepted) {
    Sender sender{accept_from(listener_), {}};
    if (!sender.socket) return pause_without_descriptors();
    if (!is_same_user(sender.socket)) {
      refuse();
      continue;
    }
    if (senders_.size() == most_senders) {
      senders_.pop_front();
      refuse();
    }
    senders_.push_back(std::move(sender));
  }
}

bool PosixListener::serve(Sender& sender, bool readable) {
  using State = HandOverReader::State;
  char bytes[4096];
  while (readable) {
    const auto count = recv(sender.socket.get(), bytes, sizeof(bytes), 0);
    if (count < 0 && errno == EAGAIN) break;
    const auto state = count > 0 ? sender.reader.feed({bytes, static_cast<std::size_t>(count)}) : State::refused;
    if (state == State::complete) finish(sender);
    // Silent connections are not reported, because a game that looks for killed games' sockets sends nothing.
    else if (state == State::refused && (count > 0 || !sender.reader.untouched()))
      refuse();
    if (state != State::incomplete) return false;
  }
  if (Clock::now() < sender.deadline) return true;
  refuse();
  return false;
}

void PosixListener::finish(const Sender& sender) {
  auto uri = sender.reader.uri();
  if (!is_redirect(uri, scheme_)) return refuse();
  if (!events_.redirect(std::move(uri))) return;
  // The sender may have closed the connection already.
  (void)send(sender.socket.get(), &hand_over_accepted, 1, MSG_NOSIGNAL);
}

}  // namespace

Result<std::unique_ptr<HandOverListener>> listen_for_redirects(const HandOverChannel& channel, HandOverEvents events) {
  auto listener = std::make_unique<PosixListener>(channel.scheme, std::move(events));
  if (auto started = listener->start(channel.directory); !started) return started.error();
  return std::unique_ptr<HandOverListener>(std::move(listener));
}

}  // namespace slashpass
