#include "hand_over/channel_posix.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "base/too_many_files.h"
#include "hand_over/socket_posix.h"

namespace slashpass {
namespace {

Error unusable(const std::string& path, const char* problem) {
  return Error{"channel_unusable", "The hand-over directory " + path + " " + problem + "."};
}

void make_directories(const std::string& path) {
  for (auto end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
    mkdir(path.substr(0, end).c_str(), 0700);
  }
  mkdir(path.c_str(), 0700);
}

template <class Call>
int with_address(Call call, const FileDescriptor& directory, const std::string& name, int socket) {
  const auto path = path_within(directory, name);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) return ENAMETOOLONG;
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return call(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 ? 0 : errno;
}

}  // namespace

Result<FileDescriptor> open_channel_directory(const std::string& path, bool create) {
  if (create) make_directories(path);
  FileDescriptor directory(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!directory) {
    if (auto limit = too_many_files("The hand-over directory cannot be opened", errno)) return *limit;
    return errno == ENOENT && !create ? Error{"not_running", "The game waiting for this redirect is not running."}
                                      : unusable(path, "cannot be opened");
  }
  struct stat about{};
  if (fstat(directory.get(), &about) != 0 || about.st_uid != geteuid()) {
    return unusable(path, "belongs to another user");
  }
  if ((about.st_mode & 0077) != 0) return unusable(path, "is accessible to other users");
  return directory;
}

Result<FileDescriptor> lock_channel_directory(const FileDescriptor& directory) {
  // Opened anew for each caller, because locks taken through the same open file description do not exclude each other.
  FileDescriptor lock(openat(directory.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!lock) {
    if (auto limit = too_many_files("The hand-over directory cannot be locked", errno)) return *limit;
  }
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  while (lock && flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK || std::chrono::steady_clock::now() > deadline)
      lock = FileDescriptor();
    else
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (!lock) return Error{"channel_unusable", "The hand-over directory is locked by another process."};
  return lock;
}

int connect_in(const FileDescriptor& directory, const std::string& name, const FileDescriptor& socket) {
  return with_address(connect, directory, name, socket.get());
}

int bind_in(const FileDescriptor& directory, const std::string& name, const FileDescriptor& socket) {
  return with_address(bind, directory, name, socket.get());
}

}  // namespace slashpass
