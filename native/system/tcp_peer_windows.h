#pragma once

#include <optional>

#include "system/tcp_end.h"

namespace slashpass {

/// Returns whether the peer process of a connection within this machine runs as this user. Empty if unknown, and for
/// system processes, which may forward other users' data.
std::optional<bool> is_own_tcp_peer(const TcpEnd& peer, const TcpEnd& own);

}  // namespace slashpass
