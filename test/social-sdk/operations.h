/// Asynchronous functions: a thread does the work, and `Discord_RunCallbacks` delivers the outcome.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "http.h"
#include "registry.h"
#include "text.h"

namespace stand_in {

enum ErrorType {
  none,
  network,
  http,
  not_ready,
  disabled,
  client_destroyed,
  validation,
  aborted,
  authorization_failed,
  rpc
};
enum Severity { verbose = 1, info, warning, error };

/// The parameters that a callback receives before `userData`.
enum class Shape {
  none,
  result,
  code,
  token,
  child_token,
  user,
  secret,
  status,
  log,
  join,
  join_with_application,
  invite
};

struct Callback {
  /// A function pointer whose type depends on `shape`; may be null.
  void* function = nullptr;
  Discord_FreeUserData free = nullptr;
  void* user_data = nullptr;
  Shape shape = Shape::none;
};

struct Outcome {
  int type = none;
  std::string error{};
  int error_code = 0;
  int status = 0;
  bool is_retryable = false;
  int retry_after_ms = 0;
  std::string body{};
  std::vector<std::string> texts{};
  uint64_t id = 0;
  int numbers[3] = {};
};

/// Counts the callback. The library then owns `user_data` until `finish`.
Callback adopt(Callback callback);
/// Calls `free(userData)`.
void finish(const Callback& callback);
/// Calls the function and injects faults if `shape` includes a result.
void invoke(const Callback& callback, const Outcome& outcome);

struct Operation {
  ~Operation();

  std::string name;
  Callback callback{};
  std::thread thread{};
  std::atomic<bool> is_cancelled = false;
  std::atomic<bool> is_aborted = false;
  bool never_answers = false;
};

/// The settings that a worker thread needs.
struct Service {
  std::string api_base = "https://discord.com/api/v10";
  std::string web_base = "https://discord.com";
  int timeout_ms = 30'000;
};

struct Client : Object {
  Client() : Object("Client", {}) {}

  uint64_t application_id = 0;
  Service service{};
  std::string token{};
  bool is_expiry_due = false;
  int status = 0;
  std::vector<std::shared_ptr<Operation>> operations{};
  std::map<std::string, Callback> listeners{};
  std::vector<std::pair<Callback, int>> loggers{};
};

/// Returns a substitute after a violation.
std::shared_ptr<Client> find_client(const Call& call, const StandIn_Handle* handle);

using Work = std::function<Outcome(const Operation&)>;
/// Starts an operation with this name.
void start(const std::shared_ptr<Client>& client, const std::string& name, Callback callback, Work work);
/// Completes the operations with this name as Aborted.
void abort_operations(Client& client, const std::string& name);
bool is_pending(const Client& client, const std::string& name);
/// Replaces a persistent callback.
void listen(Client& client, const std::string& name, Callback callback);

/// Runs the function in the next `RunCallbacks` if the client still exists.
void post(const std::shared_ptr<Client>& client, std::function<void(Client&)> event);
/// Posts a function for every client.
void post_to_all(const std::function<void(Client&)>& event);
void call_listener(Client& client, const std::string& name, const Outcome& outcome = {});
void write_log(const std::shared_ptr<Client>& client, Severity severity, const std::string& message);

void add_to_pump(const std::shared_ptr<Client>& client);
/// Cancels all of the client's operations and releases its callbacks.
void shut_down(Client& client);
void empty_queue();
void forget_clients();

Outcome failure(ErrorType type, const std::string& error);

/// Hooks in presence.cpp and client.cpp.
std::string last_activity();
std::string last_launch();
void forget_presence();
/// See STAND_IN_REPORT and STAND_IN_COMMANDS (stand_in.h).
void write_report_file();
void run_command_file();
/// Returns false if the event is unknown.
bool set_event(const std::string& what, int value);

}  // namespace stand_in
