#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "base/directory_lock.h"
#include "base/open_file.h"

namespace slashpass {

Result<DirectoryLock> lock_directory(const std::filesystem::path& directory) {
  using namespace std::chrono_literals;
  FileDescriptor lock(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!lock) return open_error(directory, Opening::read, errno);
  const auto deadline = std::chrono::steady_clock::now() + 5s;
  while (flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return DirectoryLock();
    if (std::chrono::steady_clock::now() > deadline) {
      return Error{"busy", "Another process has been changing files in " + path_text(directory) + " for seconds."};
    }
    std::this_thread::sleep_for(2ms);
  }
  return lock;
}

}  // namespace slashpass
