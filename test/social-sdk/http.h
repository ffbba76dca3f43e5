/// A small HTTP client and a loopback listener based on plain sockets.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace stand_in {

struct Response {
  /// 0 if no response was received.
  int status = 0;
  std::string body;
};

struct Request {
  std::string method = "GET";
  /// An `http://` URL on this machine, with a port.
  std::string url{};
  /// Lines that end with CRLF.
  std::string headers{};
  std::string body{};
  int timeout_ms = 30'000;
};

/// Blocks until the response is complete, the timeout expires or `is_cancelled` is set.
Response send(const Request& request, const std::atomic<bool>& is_cancelled);

/// Receives a browser's redirect on 127.0.0.1.
class Listener {
 public:
  Listener();
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  /// 0 if it could not be opened.
  int port() const { return port_; }
  /// Returns the query of the first request for this path and responds with a page. Returns nothing if cancelled.
  std::optional<std::string> receive(const std::string& path, const std::atomic<bool>& is_cancelled);

 private:
  intptr_t socket_ = -1;
  int port_ = 0;
};

}  // namespace stand_in
