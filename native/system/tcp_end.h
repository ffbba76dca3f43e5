#pragma once

#include <cstdint>
#include <string>

namespace slashpass {

/// An IPv4 or IPv6 address and a port.
struct TcpEnd {
  std::string address;
  std::uint16_t port;
};

/// The zone does not matter for connections on the same machine.
inline std::string address_without_zone(const TcpEnd& end) { return end.address.substr(0, end.address.find('%')); }

}  // namespace slashpass
