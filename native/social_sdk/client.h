#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <string>

#include "social_sdk/owned.h"
#include "social_sdk/runner.h"
#include "social_sdk/values.h"

namespace slashpass::social_sdk {

/// Another player's request to join.
struct JoinRequest {
  JoinRequest(const Api& api, std::uint64_t sender) : player(sender), invite(api.invite_drop) {}

  std::uint64_t player;
  OwnedHandle invite;
};

/// A client of the library. Its functions may be called on any thread, because they only post work to the library's
/// thread.
class Client : public std::enable_shared_from_this<Client> {
 public:
  /// Returns null if the system cannot start another thread.
  static std::shared_ptr<Client> create(Sink sink);

  /// Starts an operation and returns its number. Delivers its result once, unless the operation is forgotten.
  std::uint64_t call(std::string operation, Values arguments);
  void forget(std::uint64_t operation);
  /// Drops the client and all operations without delivering their results.
  void close();

  // The members below must be used on the library's thread.

  const Api& api() const { return runner_.api(); }
  Handle* handle() { return &handle_; }
  void init(const Values& arguments);
  /// Registers a callback that may be called repeatedly. Returns its user data.
  void* listen(const char* event);
  /// Keeps running callbacks while the client is connected.
  void set_connected(bool is_connected);
  void deliver(Event event) { sink_(std::move(event)); }
  /// Stores the player's latest request.
  void add_join_request(std::uint64_t player, Handle* invite);
  void remove_join_request(std::uint64_t player);
  /// Returns null if there is no request.
  JoinRequest* find_join_request(std::uint64_t player);

 private:
  explicit Client(Sink sink);

  void start(std::uint64_t number, const std::string& operation, const Values& arguments);
  void drop();

  Runner& runner_;
  const Sink sink_;
  std::atomic<bool> is_closed_ = false;

  Handle handle_;
  bool is_initialized_ = false;
  bool is_connected_ = false;
  std::list<JoinRequest> join_requests_;
};

}  // namespace slashpass::social_sdk
