#include "system/tcp_peer_linux.h"

#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstring>

#include "base/file_descriptor_posix.h"

namespace slashpass {
namespace {

struct Request {
  nlmsghdr header;
  inet_diag_req_v2 connection;
};

struct Answer {
  nlmsghdr header;
  inet_diag_msg socket;
};

// Describes the connection from the peer's side, so local and remote are swapped.
std::optional<Request> request_for(const TcpEnd& peer, const TcpEnd& own) {
  const auto remote = address_without_zone(peer);
  const auto local = address_without_zone(own);
  const int family = remote.find(':') == std::string::npos ? AF_INET : AF_INET6;
  Request request{};
  request.header.nlmsg_len = sizeof(request);
  request.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  request.header.nlmsg_flags = NLM_F_REQUEST;
  request.connection.sdiag_family = static_cast<std::uint8_t>(family);
  request.connection.sdiag_protocol = IPPROTO_TCP;
  auto& id = request.connection.id;
  id.idiag_sport = htons(peer.port);
  id.idiag_dport = htons(own.port);
  id.idiag_cookie[0] = id.idiag_cookie[1] = static_cast<std::uint32_t>(INET_DIAG_NOCOOKIE);
  if (inet_pton(family, remote.c_str(), id.idiag_src) != 1) return std::nullopt;
  if (inet_pton(family, local.c_str(), id.idiag_dst) != 1) return std::nullopt;
  return request;
}

// Never blocks, because the kernel has responded by the time send() returns.
std::optional<Answer> ask_kernel(const Request& request) {
  const FileDescriptor netlink(socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
  if (!netlink) return std::nullopt;
  if (send(netlink.get(), &request, sizeof(request), 0) != static_cast<ssize_t>(sizeof(request))) return std::nullopt;
  // Receives only the fixed part and discards the attributes.
  Answer answer{};
  const auto size = recv(netlink.get(), &answer, sizeof(answer), MSG_DONTWAIT);
  if (size != static_cast<ssize_t>(sizeof(answer))) return std::nullopt;
  if (answer.header.nlmsg_type != SOCK_DIAG_BY_FAMILY) return std::nullopt;
  return answer;
}

}  // namespace

std::optional<uid_t> tcp_peer_user(const TcpEnd& peer, const TcpEnd& own) {
  const auto request = request_for(peer, own);
  if (!request) return std::nullopt;
  const auto answer = ask_kernel(*request);
  if (!answer) return std::nullopt;
  const auto& found = answer->socket;
  // If no connection matches, the kernel reports a listener on the same port. A listener has no remote end.
  if (found.id.idiag_dport != request->connection.id.idiag_dport) return std::nullopt;
  // Once a process has closed its socket, the socket has no inode, and its owner may be reported as root.
  if (found.idiag_uid == 0 && found.idiag_inode == 0) return std::nullopt;
  return found.idiag_uid;
}

}  // namespace slashpass
