#include <sys/socket.h>

#include "system/peer_user_posix.h"

namespace slashpass {

std::optional<uid_t> peer_user(int socket) {
  ucred peer{};
  socklen_t size = sizeof(peer);
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return std::nullopt;
  // The kernel reports this value for an unconnected socket. The process id cannot be checked instead, because it can
  // be 0 for a peer in another namespace.
  if (peer.uid == static_cast<uid_t>(-1)) return std::nullopt;
  return peer.uid;
}

}  // namespace slashpass
