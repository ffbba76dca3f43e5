#include <doctest/doctest.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/redirect_uri.h"
#include "hand_over/channel_posix.h"
#include "hand_over/hand_over.h"
#include "hand_over/hand_over_limits.h"
#include "hand_over/hand_over_message.h"
#include "hand_over/received_redirects.h"
#include "hand_over/socket_posix.h"
#include "testing/descriptor_limit_posix.h"
#include "testing/temporary_directory.h"

using namespace slashpass;
namespace fs = std::filesystem;

namespace {

const std::string scheme = "slashpass-test";

HandOverChannel at(const fs::path& directory) { return {scheme, directory.string()}; }

FileDescriptor connected(const fs::path& channel) {
  const auto directory = open_channel_directory(channel.string(), false);
  REQUIRE(directory.ok());
  auto socket = make_socket();
  int failure = connect_in(directory.value(), scheme, socket);
  // Retries while the queue is full, like redirect-opener; musl limits the queue to 128.
  for (int attempts = 1000; failure == EAGAIN && attempts > 0; --attempts) {
    poll(nullptr, 0, 5);
    failure = connect_in(directory.value(), scheme, socket);
  }
  REQUIRE(failure == 0);
  return socket;
}

void put(const FileDescriptor& socket, std::string_view bytes) {
  REQUIRE(send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size()));
}

}  // namespace

TEST_CASE("creates a socket that only its user can access, and removes it with the listener") {
  TemporaryDirectory home;
  ReceivedRedirects received;
  const auto channel = home.path() / "a" / "b";
  {
    const auto listener = listen_for_redirects(at(channel), received.events());
    REQUIRE(listener.ok());
    CHECK(fs::status(channel).permissions() == fs::perms::owner_all);
    CHECK(fs::status(channel / scheme).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  }
  CHECK(fs::is_empty(channel));
}

TEST_CASE("rejects a shared or symlinked directory in both the listener and the sender") {
  TemporaryDirectory home;
  ReceivedRedirects received;
  const auto open = home.path() / "open";
  fs::create_directory(open);
  fs::permissions(open, fs::perms::all);
  const auto link = home.path() / "link";
  fs::create_directory_symlink(home.path(), link);
  for (const auto& directory : {open, link, fs::path("/dev/null")}) {
    CHECK(listen_for_redirects(at(directory), received.events()).error().code == "channel_unusable");
    CHECK(hand_over(at(directory), small_redirect).error().code == "channel_unusable");
  }
}

TEST_CASE("supports a directory path that exceeds the limit for socket addresses") {
  TemporaryDirectory home;
  ReceivedRedirects received;
  const auto channel = home.path() / std::string(120, 'a') / std::string(120, 'b');
  const auto listener = listen_for_redirects(at(channel), received.events());
  REQUIRE(listener.ok());
  CHECK(hand_over(at(channel), small_redirect).ok());
  CHECK(received.redirects(1) == std::vector{small_redirect});
}

TEST_CASE("supports the longest scheme") {
  TemporaryDirectory home;
  ReceivedRedirects received;
  const std::string longest(max_scheme_size, 'a');
  CHECK(listen_for_redirects({longest, home.path().string()}, received.events()).ok());
}

TEST_CASE("lets exactly one of several listeners replace a crashed game's socket") {
  TemporaryDirectory home;
  const auto child = fork();
  if (child == 0) {
    ReceivedRedirects received;
    const auto listener = listen_for_redirects(at(home.path()), received.events());
    _exit(listener.ok() ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(status == 0);
  REQUIRE(fs::exists(home.path() / scheme));
  CHECK(hand_over(at(home.path()), small_redirect).error().code == "not_running");

  ReceivedRedirects received;
  std::vector<Result<std::unique_ptr<HandOverListener>>> listeners;
  for (int i = 0; i < 8; ++i) {
    listeners.push_back(listen_for_redirects(at(home.path()), received.events()));
  }
  CHECK(std::count_if(listeners.begin(), listeners.end(), [](const auto& one) { return one.ok(); }) == 1);
  CHECK(hand_over(at(home.path()), small_redirect).ok());
}

TEST_CASE("drops forged, slow and silent senders without delaying real ones") {
  TemporaryDirectory home;
  ReceivedRedirects received;
  const auto listener = listen_for_redirects(at(home.path()), received.events());
  REQUIRE(listener.ok());
  const auto message = hand_over_message(small_redirect);

  std::vector<FileDescriptor> silent;
  for (std::size_t i = 0; i < 2 * most_senders; ++i) silent.push_back(connected(home.path()));
  const auto forged = connected(home.path());
  put(forged, "GET / HTTP/1.1\r\n\r\n");
  const auto oversized = connected(home.path());
  put(oversized, hand_over_message(std::string(max_uri_size, 'a')).replace(4, 4, "\xff\xff\xff\xff"));
  CHECK(hand_over(at(home.path()), small_redirect).ok());

  const auto split = connected(home.path());
  put(split, message.substr(0, 10));
  CHECK(hand_over(at(home.path()), small_redirect).ok());
  put(split, message.substr(10));
  CHECK(received.redirects(3) == std::vector(3, small_redirect));

  const auto partial = connected(home.path());
  put(partial, message.substr(0, 10));
  // Counts the silent, forged, oversized and unfinished messages.
  CHECK(received.refused(2 * most_senders + 3) == 2 * most_senders + 3);
}

TEST_CASE("stops a listener immediately despite a silent sender") {
  TemporaryDirectory home;
  ReceivedRedirects received;
  FileDescriptor silent;
  const auto start = std::chrono::steady_clock::now();
  {
    const auto listener = listen_for_redirects(at(home.path()), received.events());
    REQUIRE(listener.ok());
    silent = connected(home.path());
  }
  CHECK(std::chrono::steady_clock::now() - start < sender_timeout);
}

TEST_CASE("does not send a redirect to another user's process") {
  if (geteuid() != 0) return;  // Only root can change the user.
  TemporaryDirectory home;
  const auto directory = open_channel_directory(home.path().string(), false);
  REQUIRE(directory.ok());
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  const auto child = fork();
  if (child == 0) {
    const auto socket = make_socket();
    // The kernel records the listening user.
    if (bind_in(directory.value(), scheme, socket) != 0 || setuid(65534) != 0 || listen(socket.get(), 1) != 0) _exit(1);
    (void)!write(ready[1], "", 1);
    for (;;) pause();
  }
  char byte;
  REQUIRE(read(ready[0], &byte, 1) == 1);
  CHECK(hand_over(at(home.path()), small_redirect).error().code == "foreign_listener");
  kill(child, SIGKILL);
  CHECK(waitpid(child, nullptr, 0) == child);
}

TEST_CASE("rejects another user's sender") {
  if (geteuid() != 0) return;  // Only root can change the user.
  TemporaryDirectory home;
  ReceivedRedirects received;
  const auto listener = listen_for_redirects(at(home.path()), received.events());
  REQUIRE(listener.ok());
  fs::permissions(home.path(), fs::perms::all);
  fs::permissions(home.path() / scheme, fs::perms::all);
  const auto child = fork();
  if (child == 0) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, (home.path() / scheme).c_str());
    if (setuid(65534) != 0) _exit(1);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) _exit(2);
    if (is_same_user(FileDescriptor(dup(socket)))) _exit(3);
    const auto message = hand_over_message(small_redirect);
    (void)send(socket, message.data(), message.size(), MSG_NOSIGNAL);
    char answer = 0;
    _exit(recv(socket, &answer, 1, 0) == 1 ? 4 : 0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(received.refused(1) == 1);
  CHECK(received.redirects(0).empty());
}

TEST_CASE("reports too many open files rather than a busy scheme") {
  TemporaryDirectory home;
  ReceivedRedirects received;
  // Each round allows one more open file. The sanitizers open files too, so all checks come after the loop.
  std::vector<std::string> codes{"too_many_files"};
  for (int spare = 0; codes.back() == "too_many_files"; ++spare) {
    const DescriptorLimit limit(spare);
    const auto listener = listen_for_redirects(at(home.path()), received.events());
    codes.push_back(listener ? "opened" : listener.error().code);
  }
  CHECK(codes.size() > 5);
  CHECK(codes.back() == "opened");

  const auto listener = listen_for_redirects(at(home.path()), received.events());
  for (int spare = 0; spare < 2; ++spare) {
    std::string code;
    {
      const DescriptorLimit limit(spare);
      code = hand_over(at(home.path()), small_redirect).error().code;
    }
    CHECK(code == "too_many_files");
  }
}

TEST_CASE("removes killed games' sockets for any scheme and keeps those of running games") {
  TemporaryDirectory home;
  ReceivedRedirects received;
  const auto child = fork();
  if (child == 0) {
    const auto dead = listen_for_redirects({"slashpass-dead", home.path().string()}, received.events());
    raise(SIGKILL);
  }
  waitpid(child, nullptr, 0);
  REQUIRE(fs::exists(home.path() / "slashpass-dead"));
  const auto running = listen_for_redirects({"slashpass-running", home.path().string()}, received.events());
  CHECK(!fs::exists(home.path() / "slashpass-dead"));
  const auto other = listen_for_redirects(at(home.path()), received.events());
  CHECK(fs::exists(home.path() / "slashpass-running"));
  CHECK(received.refused(0) == 0);
}
