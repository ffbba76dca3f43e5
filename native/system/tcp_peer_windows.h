#pragma once

#include <optional>

#include "system/tcp_end.h"

namespace slashpass {

/// Whether the process at the other end of a connection within this machine runs as the user of this one. None where
/// that is not known, and for the system's own, which may pass on what others send.
std::optional<bool> is_own_tcp_peer(const TcpEnd& peer, const TcpEnd& own);

}  // namespace slashpass
