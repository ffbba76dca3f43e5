#pragma once

#include <sys/types.h>

#include <optional>

#include "system/tcp_end.h"

namespace slashpass {

/// Returns the user who owns the peer socket of a connection within this machine, queried through `sock_diag(7)`
/// instead of reading the whole table. Empty if the kernel does not know the connection, the peer socket is closed, or
/// netlink access is denied.
std::optional<uid_t> tcp_peer_user(const TcpEnd& peer, const TcpEnd& own);

}  // namespace slashpass
