#pragma once

#include <optional>

#include "system/tcp_end.h"

namespace slashpass {

/// Whether this user runs the peer's process, for a connection on the same machine. Empty if unknown, or if it is a
/// system process, which may forward other users' data.
std::optional<bool> is_own_tcp_peer(const TcpEnd& peer, const TcpEnd& own);

}  // namespace slashpass
