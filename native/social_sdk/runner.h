#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/result.h"
#include "social_sdk/api.h"

namespace slashpass::social_sdk {

class Client;

/// What a client is waiting for: an operation's only result (`name` is null) or an event.
struct Waiting {
  Client* client;
  const char* name;
};

/// The thread that makes all calls and runs all callbacks. There is one per process, because the library is
/// single-threaded and `RunCallbacks` runs the callbacks of all clients.
class Runner {
 public:
  /// Never destroyed: the thread may still run when a process exits without cleanup.
  static Runner& shared();

  /// Loads the library. A process can load only one.
  Result<const Api*> load(const std::string& path);

  /// Starts the thread for a client. Returns false if the system cannot start another thread.
  bool add_client();
  void post(std::function<void()> task);
  /// Removes a client, and stops the thread if no client is left. `task` is the client's last task.
  void remove_client(std::function<void()> task);
  /// Waits for the thread to exit if no client is left.
  void join_if_idle();

  // The functions below must run on the thread.

  bool is_current() const { return std::this_thread::get_id() == thread_id_; }
  const Api& api() const { return *api_; }
  void pump() { api_->run_callbacks(); }
  /// Callbacks run while an operation is pending or a client is connected.
  void keep_pumping(bool is_needed) { is_needed ? ++needed_ : --needed_; }

  void wait_for(std::uint64_t number, Waiting waiting);
  /// Returns an empty optional for a late or repeated callback.
  std::optional<Waiting> take(std::uint64_t number);
  void forget(std::uint64_t number);
  void forget_client(const Client* client);

 private:
  bool is_running();
  void run();

  /// Held while the thread is started or joined.
  std::mutex start_mutex_;
  std::thread thread_;

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> tasks_;
  std::size_t clients_ = 0;
  bool is_ending_ = false;

  std::string path_;
  std::unique_ptr<Api> api_;

  std::atomic<std::thread::id> thread_id_;
  std::size_t needed_ = 0;
  std::map<std::uint64_t, Waiting> waiting_;
};

}  // namespace slashpass::social_sdk
