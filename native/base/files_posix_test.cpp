#include <dirent.h>
#include <dlfcn.h>
#include <doctest/doctest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "base/directory_lock.h"
#include "base/files.h"
#include "testing/plain_user_posix.h"
#include "testing/temporary_directory.h"

using namespace slashpass;
namespace fs = std::filesystem;

namespace {

// How many entries `readdir` returns before it fails; -1 means no limit.
int readable_entries = -1;

}  // namespace

// Replaces the system's function, including in the C++ library.
extern "C" [[gnu::visibility("default")]] dirent* readdir(DIR* directory) {
  static const auto real = reinterpret_cast<dirent* (*)(DIR*)>(dlsym(RTLD_NEXT, "readdir"));
  if (readable_entries < 0) return real(directory);
  if (readable_entries-- > 0) return real(directory);
  readable_entries = 0;
  errno = EIO;
  return nullptr;
}

namespace {

constexpr auto for_owner = fs::perms::owner_read | fs::perms::owner_write;

std::optional<std::string> with_x(const std::optional<std::string>& now) { return now.value_or("") + "x"; }

std::size_t entries_in(const fs::path& directory) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(directory), {}));
}

}  // namespace

TEST_CASE("leaves a file unchanged if it cannot be read") {
  const TemporaryDirectory home;
  const auto file = home.path() / "list";
  REQUIRE(write_file(file, "of the player", for_owner).ok());
  {
    const PlainUser user(home.path());
    fs::permissions(file, fs::perms::none);
    CHECK(edit_file(file, with_x, for_owner).error().code == "not_readable");
    fs::permissions(file, for_owner);
  }
  CHECK(read_file(file).value() == "of the player");
}

TEST_CASE("returns a directory's entries up to a read error without throwing") {
  const TemporaryDirectory home;
  for (const auto* name : {"a", "b", "c", "d"}) REQUIRE(write_file(home.path() / name, name, for_owner).ok());
  CHECK(entries_of(home.path()).size() == entries_in(home.path()));
  readable_entries = 3;
  const auto entries = entries_of(home.path());
  const auto remaining = readable_entries;
  const auto written = write_file(home.path() / "a", "new", for_owner);
  readable_entries = -1;
  CHECK(remaining == 0);
  CHECK(entries.size() < entries_in(home.path()));
  CHECK(written.ok());
  CHECK(entries_of(home.path() / "missing").empty());
}

TEST_CASE("keeps the edits of all processes that edit a file concurrently") {
  const TemporaryDirectory home;
  const auto file = home.path() / "list";
  constexpr int count = 16;
  for (int index = 0; index < count; ++index) {
    if (const auto child = fork(); child == 0) {
      for (int time = 0; time < 4; ++time) {
        if (!edit_file(file, with_x, for_owner)) _exit(1);
      }
      _exit(0);
    }
  }
  for (int index = 0, status = 0; index < count; ++index) {
    REQUIRE(wait(&status) > 0);
    CHECK(status == 0);
  }
  CHECK(read_file(file).value() == std::string(count * 4, 'x'));
  CHECK(entries_in(home.path()) == 1);
}

TEST_CASE("waits for a lock while the directory changes, and otherwise times out soon") {
  using namespace std::chrono_literals;
  const TemporaryDirectory home;
  int ready[2], done[2];
  REQUIRE((pipe(ready) == 0 && pipe(done) == 0));
  const auto child = fork();
  if (child == 0) {
    const auto lock = lock_directory(home.path());
    (void)write(ready[1], "x", 1);
    close(done[1]);
    // After the parent's first attempt to lock fails, keeps changing the directory for longer than the standstill
    // timeout.
    pollfd ended{done[0], POLLIN, 0};
    poll(&ended, 1, -1);
    for (int time = 0; time < 30; ++time) {
      fs::create_directory(home.path() / std::to_string(time));
      usleep(20'000);
    }
    _exit(0);
  }
  char byte;
  REQUIRE(read(ready[0], &byte, 1) == 1);
  CHECK(lock_directory(home.path(), {50ms, 10s}).error().code == "busy");
  close(done[1]);
  CHECK(lock_directory(home.path(), {300ms, 100ms}).error().code == "busy");
  CHECK(lock_directory(home.path(), {300ms, 10s}).ok());
  CHECK(entries_in(home.path()) == 30);
  waitpid(child, nullptr, 0);
}

TEST_CASE("acquires a killed process's lock and removes its unfinished file") {
  const TemporaryDirectory home;
  const auto file = home.path() / "list";
  const auto child = fork();
  if (child == 0) {
    const auto lock = lock_directory(home.path());
    (void)write_file(home.path() / "other/list", "", for_owner);
    fs::rename(home.path() / "other/list", home.path() / ("list.new-" + std::to_string(getpid())));
    fs::remove(home.path() / "other");
    raise(SIGKILL);
  }
  waitpid(child, nullptr, 0);
  REQUIRE(fs::exists(home.path() / ("list.new-" + std::to_string(child))));
  CHECK(edit_file(file, with_x, for_owner).ok());
  CHECK(entries_in(home.path()) == 1);
}

TEST_CASE("creates and removes a file by editing it") {
  const TemporaryDirectory home;
  const auto file = home.path() / "new/list";
  REQUIRE(edit_file(file, with_x, for_owner).ok());
  CHECK(read_file(file).value() == "x");
  CHECK(fs::status(file.parent_path()).permissions() == fs::perms::owner_all);
  REQUIRE(edit_file(file, [](const auto&) { return std::nullopt; }, for_owner).ok());
  CHECK(!fs::exists(file));
  CHECK(read_file(file).error().code == "missing");
}
