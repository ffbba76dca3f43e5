#include <unistd.h>

#include "system/peer_user_posix.h"

namespace slashpass {

std::optional<uid_t> peer_user(int socket) {
  uid_t user;
  gid_t group;
  if (getpeereid(socket, &user, &group) != 0) return std::nullopt;
  return user;
}

}  // namespace slashpass
