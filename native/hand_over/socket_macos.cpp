#include <fcntl.h>
#include <sys/param.h>
#include <sys/socket.h>

#include "hand_over/socket_posix.h"

namespace slashpass {
namespace {

FileDescriptor prepared(FileDescriptor made) {
  const int on = 1;
  if (!made || fcntl(made.get(), F_SETFD, FD_CLOEXEC) != 0 || fcntl(made.get(), F_SETFL, O_NONBLOCK) != 0 ||
      setsockopt(made.get(), SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof(on)) != 0) {
    return FileDescriptor();
  }
  return made;
}

}  // namespace

FileDescriptor make_socket() { return prepared(FileDescriptor(socket(AF_UNIX, SOCK_STREAM, 0))); }

FileDescriptor accept_from(const FileDescriptor& listener) {
  return prepared(FileDescriptor(accept(listener.get(), nullptr, nullptr)));
}

std::string path_within(const FileDescriptor& directory, const std::string& name) {
  char path[MAXPATHLEN];
  return fcntl(directory.get(), F_GETPATH, path) == 0 ? std::string(path) + "/" + name : name;
}

}  // namespace slashpass
