#include "system/tcp_peer_windows.h"

#include <winsock2.h>

#include <ws2tcpip.h>

#include <doctest/doctest.h>

using namespace slashpass;

namespace {

struct Sockets {
  WSADATA about{};
  Sockets() { REQUIRE(WSAStartup(MAKEWORD(2, 2), &about) == 0); }
  ~Sockets() { WSACleanup(); }
};

std::uint16_t port_of(SOCKET socket) {
  sockaddr_storage address{};
  int size = sizeof(address);
  REQUIRE(getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  const auto* four = reinterpret_cast<const sockaddr_in*>(&address);
  const auto* six = reinterpret_cast<const sockaddr_in6*>(&address);
  return ntohs(address.ss_family == AF_INET ? four->sin_port : six->sin6_port);
}

SOCKET listen_at(int family) {
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_addr.s6_addr[15] = 1;
  const auto socket = ::socket(family, SOCK_STREAM, 0);
  const auto* address = family == AF_INET ? reinterpret_cast<sockaddr*>(&four) : reinterpret_cast<sockaddr*>(&six);
  REQUIRE(bind(socket, address, family == AF_INET ? sizeof(four) : sizeof(six)) == 0);
  REQUIRE(listen(socket, 1) == 0);
  return socket;
}

SOCKET connect_to(SOCKET listener, int family) {
  sockaddr_storage address{};
  int size = sizeof(address);
  REQUIRE(getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  const auto socket = ::socket(family, SOCK_STREAM, 0);
  REQUIRE(connect(socket, reinterpret_cast<sockaddr*>(&address), size) == 0);
  return socket;
}

}  // namespace

// Wine does not report which process owns a connection.
TEST_CASE("recognizes this process's connection, and returns no result for a missing one") {
  const Sockets sockets;
  for (const int family : {AF_INET, AF_INET6}) {
    const std::string host = family == AF_INET ? "127.0.0.1" : "::1";
    const auto listener = listen_at(family);
    const auto client = connect_to(listener, family);
    const auto accepted = accept(listener, nullptr, nullptr);
    const TcpEnd peer{host, port_of(client)};
    const TcpEnd own{host, port_of(accepted)};
    CHECK(is_own_tcp_peer(peer, own).value_or(true));
    CHECK(is_own_tcp_peer({host, 1}, own) == std::nullopt);
    CHECK(is_own_tcp_peer({family == AF_INET ? "127.0.0.2" : "::2", peer.port}, own) == std::nullopt);
    for (const auto socket : {accepted, client, listener}) closesocket(socket);
  }
}

TEST_CASE("returns no result for invalid addresses or mixed address families") {
  CHECK(is_own_tcp_peer({"", 1}, {"127.0.0.1", 1}) == std::nullopt);
  CHECK(is_own_tcp_peer({"127.0.0.1", 1}, {"not an address", 1}) == std::nullopt);
  CHECK(is_own_tcp_peer({"::1", 1}, {"127.0.0.1", 1}) == std::nullopt);
}
