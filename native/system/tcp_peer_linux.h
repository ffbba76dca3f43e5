#pragma once

#include <sys/types.h>

#include <optional>

#include "system/tcp_end.h"

namespace slashpass {

/// The user of the socket at the other end of a connection within this machine, as `sock_diag(7)` tells it without
/// reading the whole table. None where the kernel does not know the connection, no process has its other end any more,
/// or netlink is refused.
std::optional<uid_t> tcp_peer_user(const TcpEnd& peer, const TcpEnd& own);

}  // namespace slashpass
