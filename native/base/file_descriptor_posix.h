#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace slashpass {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileDescriptor() {
    if (fd_ >= 0) close(fd_);
  }

  int get() const { return fd_; }
  /// Transfers ownership: the caller must close the descriptor.
  int release() { return std::exchange(fd_, -1); }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

inline bool make_pipe(FileDescriptor& reading, FileDescriptor& writing) {
  int ends[2];
#ifdef __linux__
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
#else
  if (pipe(ends) != 0) return false;
#endif
  reading = FileDescriptor(ends[0]);
  writing = FileDescriptor(ends[1]);
  return fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

}  // namespace slashpass
