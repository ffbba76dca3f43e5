#pragma once

#include <sys/types.h>

#include <optional>

#include "system/tcp_end.h"

namespace slashpass {

/// Returns the owner of the peer's socket, for a connection on the same machine. Queries a single connection
/// (`sock_diag(7)`) instead of reading the whole table. Empty if the kernel does not find the connection, the peer's
/// socket is closed, or netlink access is denied.
std::optional<uid_t> tcp_peer_user(const TcpEnd& peer, const TcpEnd& own);

}  // namespace slashpass
