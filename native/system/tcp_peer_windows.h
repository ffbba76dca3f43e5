#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace slashpass {

/// One end of a connection: an address of IPv4 or IPv6, as text, and a port.
struct TcpEnd {
  std::string address;
  std::uint16_t port;
};

/// Whether the process at the other end of a connection within this machine runs as the user of this one. None where
/// that is not known, and for the system's own, which may pass on what others send.
std::optional<bool> is_own_tcp_peer(const TcpEnd& peer, const TcpEnd& own);

}  // namespace slashpass
