#include <sys/socket.h>
#include <sys/un.h>

#include "hand_over/socket_posix.h"

namespace slashpass {

FileDescriptor make_socket() { return FileDescriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)); }

FileDescriptor accept_from(const FileDescriptor& listener) {
  return FileDescriptor(accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
}

// Uses the open descriptor, because the directory's path can be arbitrarily long. Also, the directory cannot be
// replaced after the check.
std::string path_within(const FileDescriptor& directory, const std::string& name) {
  return "/proc/self/fd/" + std::to_string(directory.get()) + "/" + name;
}

}  // namespace slashpass
