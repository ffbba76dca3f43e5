#include "system/tcp_peer_linux.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/file_descriptor_posix.h"

using namespace slashpass;

namespace {

sockaddr_in6 loopback_six(const char* address) {
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  REQUIRE(inet_pton(AF_INET6, address, &six.sin6_addr) == 1);
  return six;
}

sockaddr_in loopback_four() {
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return four;
}

template <class Address>
FileDescriptor listen_at(Address address) {
  FileDescriptor listener(socket(reinterpret_cast<sockaddr*>(&address)->sa_family, SOCK_STREAM, 0));
  REQUIRE(bind(listener.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0);
  REQUIRE(listen(listener.get(), 1) == 0);
  return listener;
}

std::uint16_t port_of(const FileDescriptor& socket) {
  sockaddr_in6 address{};
  socklen_t size = sizeof(address);
  REQUIRE(getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size) == 0);
  // The port is at the same offset in both families.
  return ntohs(address.sin6_port);
}

template <class Address>
FileDescriptor connect_to(Address address, std::uint16_t port) {
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  reinterpret_cast<sockaddr_in*>(generic)->sin_port = htons(port);
  FileDescriptor client(socket(generic->sa_family, SOCK_STREAM, 0));
  REQUIRE(connect(client.get(), generic, sizeof(address)) == 0);
  return client;
}

}  // namespace

TEST_CASE("finds the peer's user from both ends over IPv4 and IPv6") {
  const auto check = [](const std::string& host, const auto& address) {
    const auto listener = listen_at(address);
    const auto client = connect_to(address, port_of(listener));
    const FileDescriptor accepted(accept(listener.get(), nullptr, nullptr));
    REQUIRE(accepted);
    const TcpEnd remote{host, port_of(client)};
    const TcpEnd local{host, port_of(listener)};
    CHECK(tcp_peer_user(remote, local) == geteuid());
    CHECK(tcp_peer_user(local, remote) == geteuid());
  };
  check("127.0.0.1", loopback_four());
  check("::1", loopback_six("::1"));
}

TEST_CASE("finds the user of an IPv6 socket with an IPv4 address") {
  const auto listener = listen_at(loopback_four());
  const auto client = connect_to(loopback_six("::ffff:127.0.0.1"), port_of(listener));
  CHECK(tcp_peer_user({"127.0.0.1", port_of(client)}, {"127.0.0.1", port_of(listener)}) == geteuid());
}

TEST_CASE("finds no user for a listener, another address or another port") {
  const auto listener = listen_at(loopback_four());
  const auto client = connect_to(loopback_four(), port_of(listener));
  const auto from = port_of(client);
  const auto to = port_of(listener);
  CHECK(tcp_peer_user({"127.0.0.1", to}, {"127.0.0.1", static_cast<std::uint16_t>(from ^ 1)}) == std::nullopt);
  CHECK(tcp_peer_user({"127.0.0.2", from}, {"127.0.0.1", to}) == std::nullopt);
  CHECK(tcp_peer_user({"127.0.0.1", from}, {"127.0.0.2", to}) == std::nullopt);
}

TEST_CASE("returns either no user or the original user for a closed end") {
  const auto listener = listen_at(loopback_four());
  std::uint16_t from = 0;
  {
    const auto client = connect_to(loopback_four(), port_of(listener));
    from = port_of(client);
  }
  const auto user = tcp_peer_user({"127.0.0.1", from}, {"127.0.0.1", port_of(listener)});
  CHECK((!user || *user == geteuid()));
}

TEST_CASE("finds no user for an invalid address or mixed address families") {
  CHECK(tcp_peer_user({"somewhere", 1}, {"127.0.0.1", 2}) == std::nullopt);
  CHECK(tcp_peer_user({"127.0.0.1", 1}, {"::1", 2}) == std::nullopt);
  CHECK(tcp_peer_user({"fe80::1%eth0", 1}, {"::1", 2}) == std::nullopt);
}
