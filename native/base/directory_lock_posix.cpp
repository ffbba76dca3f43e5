#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "base/directory_lock.h"
#include "base/open_file.h"

namespace slashpass {

namespace {

using Clock = std::chrono::steady_clock;

std::filesystem::file_time_type last_change(const std::filesystem::path& directory) {
  std::error_code failed;
  return std::filesystem::last_write_time(directory, failed);
}

}  // namespace

Result<DirectoryLock> lock_directory(const std::filesystem::path& directory, LockTimeout timeout) {
  FileDescriptor lock(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!lock) return open_error(directory, Opening::read, errno);
  const auto begin = Clock::now();
  auto changed_at = begin;
  auto change = last_change(directory);
  while (flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return DirectoryLock();
    const auto now = Clock::now();
    if (const auto latest = last_change(directory); latest != change) {
      change = latest;
      changed_at = now;
    }
    if (now - changed_at > timeout.standstill || now - begin > timeout.total) {
      return Error{"busy",
                   "Another process has been changing files in " + path_text(directory) + " for several seconds."};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return lock;
}

}  // namespace slashpass
