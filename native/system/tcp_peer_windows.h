#pragma once

#include <optional>

#include "system/tcp_end.h"

namespace slashpass {

/// Whether this user owns the peer's process within this machine. Empty if unknown, or for a system process, which may
/// forward data of others.
std::optional<bool> is_own_tcp_peer(const TcpEnd& peer, const TcpEnd& own);

}  // namespace slashpass
