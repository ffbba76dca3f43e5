#include "http.h"

#include <chrono>
#include <cstdlib>

#ifdef _WIN32
#include <winsock2.h>
#include <ws2tcpip.h>
#else
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace stand_in {
namespace {

#ifdef _WIN32
using Socket = SOCKET;
void close_socket(Socket socket) { closesocket(socket); }
int poll_socket(pollfd* socket, int timeout_ms) { return WSAPoll(socket, 1, timeout_ms); }
Socket open_socket() {
  static WSADATA data;
  static const int started = WSAStartup(MAKEWORD(2, 2), &data);
  return started == 0 ? socket(AF_INET, SOCK_STREAM, 0) : INVALID_SOCKET;
}
#else
using Socket = int;
void close_socket(Socket socket) { ::close(socket); }
int poll_socket(pollfd* socket, int timeout_ms) { return poll(socket, 1, timeout_ms); }
Socket open_socket() { return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); }
#endif
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

using Clock = std::chrono::steady_clock;

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  return address;
}

/// Waits in short steps, so that a cancelled operation returns quickly.
bool wait_for(Socket socket, Clock::time_point end, const std::atomic<bool>& is_cancelled) {
  while (!is_cancelled && Clock::now() < end) {
    pollfd waiting = {socket, POLLIN, 0};
    if (poll_socket(&waiting, 10) > 0) return true;
  }
  return false;
}

std::string read_until(const char* mark, Socket socket, int timeout_ms, const std::atomic<bool>& is_cancelled) {
  const auto end = Clock::now() + std::chrono::milliseconds(timeout_ms);
  std::string text;
  char buffer[4096];
  while (wait_for(socket, end, is_cancelled)) {
    const auto size = recv(socket, buffer, sizeof buffer, 0);
    if (size <= 0) break;
    text.append(buffer, static_cast<size_t>(size));
    if (mark && text.find(mark) != std::string::npos) break;
  }
  return text;
}

/// Requests and pages fit in the socket's buffer.
void write_all(Socket socket, const std::string& text) {
  (void)!::send(socket, text.data(), static_cast<int>(text.size()), MSG_NOSIGNAL);
}

}  // namespace

Response send(const Request& request, const std::atomic<bool>& is_cancelled) {
  const size_t colon = request.url.find(':', 7);
  const size_t path = request.url.find('/', 7);
  if (request.url.compare(0, 7, "http://") != 0 || colon > path) return {};
  const Socket socket = open_socket();
  const sockaddr_in address = loopback(std::atoi(request.url.c_str() + colon + 1));
  Response response;
  if (connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    // Responses to HTTP/1.0 are not chunked.
    write_all(socket, request.method + " " + request.url.substr(path) +
                          " HTTP/1.0\r\nHost: " + request.url.substr(7, path - 7) + "\r\n" + request.headers +
                          "Content-Length: " + std::to_string(request.body.size()) + "\r\n\r\n" + request.body);
    const std::string text = read_until(nullptr, socket, request.timeout_ms, is_cancelled);
    const size_t head_end = text.find("\r\n\r\n");
    if (head_end != std::string::npos) {
      response = {std::atoi(text.c_str() + text.find(' ')), text.substr(head_end + 4)};
    }
  }
  close_socket(socket);
  return response;
}

Listener::Listener() {
  const Socket opened = open_socket();
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  const bool is_open =
      bind(opened, generic, size) == 0 && ::listen(opened, 8) == 0 && getsockname(opened, generic, &size) == 0;
  socket_ = static_cast<intptr_t>(opened);
  port_ = is_open ? ntohs(address.sin_port) : 0;
}

Listener::~Listener() { close_socket(static_cast<Socket>(socket_)); }

std::optional<std::string> Listener::receive(const std::string& path, const std::atomic<bool>& is_cancelled) {
  static const std::string page = "<!doctype html><title>Done</title><p>Return to the game.</p>";
  const std::string start = "GET " + path + "?";
  while (wait_for(static_cast<Socket>(socket_), Clock::time_point::max(), is_cancelled)) {
    const Socket connection = ::accept(static_cast<Socket>(socket_), nullptr, nullptr);
    const std::string head = read_until("\r\n\r\n", connection, 5000, is_cancelled);
    const bool is_redirect = head.compare(0, start.size(), start) == 0;
    write_all(connection, std::string("HTTP/1.0 ") + (is_redirect ? "200 OK" : "404 Not Found") +
                              "\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n\r\n" + page);
    close_socket(connection);
    if (is_redirect) return head.substr(start.size(), head.find(' ', start.size()) - start.size());
  }
  return std::nullopt;
}

}  // namespace stand_in
