#include "hand_over/socket_posix.h"

#include <unistd.h>

#include "system/peer_user_posix.h"

namespace slashpass {

bool is_same_user(const FileDescriptor& socket) { return peer_user(socket.get()) == geteuid(); }

}  // namespace slashpass
