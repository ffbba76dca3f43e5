#pragma once

#include <sys/types.h>

#include <optional>

#include "system/tcp_end.h"

namespace slashpass {

/// The user of the peer's socket within this machine, from `sock_diag(7)`. Empty if the connection is unknown, its
/// other end is closed, or netlink is not permitted.
std::optional<uid_t> tcp_peer_user(const TcpEnd& peer, const TcpEnd& own);

}  // namespace slashpass
