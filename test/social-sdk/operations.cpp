#include "operations.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "faults.h"

namespace stand_in {
namespace {

struct Queue {
  std::mutex mutex;
  std::vector<std::function<void()>> events;
  std::vector<std::weak_ptr<Client>> clients;
  std::atomic<bool> is_running = false;
};

Queue& queue() {
  static Queue* only = new Queue;
  return *only;
}

void push(std::function<void()> event) {
  const std::lock_guard lock(queue().mutex);
  queue().events.push_back(std::move(event));
}

/// Runs on the thread that called `RunCallbacks`. An operation that is no longer pending has been cancelled.
void complete(Client& client, const std::shared_ptr<Operation>& operation, const Outcome& outcome) {
  if (operation->never_answers) return;
  if (std::erase(client.operations, operation) == 0) return;
  if (operation->thread.joinable()) operation->thread.join();
  const Callback callback = operation->callback;
  invoke(callback, outcome);
  finish(callback);
  if (take_fault("repeated-callback")) push([callback, outcome] { invoke(callback, outcome); });
}

void cancel(Operation& operation) {
  operation.is_cancelled = true;
  if (operation.thread.joinable()) operation.thread.join();
}

void run_callbacks() {
  std::vector<std::function<void()>> events;
  {
    // The call ends before the callbacks run, because they may wait for another thread's call.
    const Call call("Discord_RunCallbacks");
    if (queue().is_running) return record_violation("pump-in-callback", call.name);
    run_command_file();
    const std::lock_guard lock(queue().mutex);
    events.swap(queue().events);
    queue().is_running = true;
  }
  for (const auto& event : events) event();
  queue().is_running = false;
}

}  // namespace

std::shared_ptr<Client> find_client(const Call& call, const StandIn_Handle* handle) {
  auto client = std::dynamic_pointer_cast<Client>(find(call, handle, "Client"));
  return client ? client : std::make_shared<Client>();
}

Operation::~Operation() {
  // Only operations of substitute clients still have a thread here, which may be the current one.
  if (thread.joinable()) thread.detach();
}

void start(const std::shared_ptr<Client>& client, const std::string& name, Callback callback, Work work) {
  choose_random_faults();
  auto operation = std::make_shared<Operation>();
  operation->name = name;
  operation->callback = adopt(callback);
  operation->never_answers = take_fault("never-answer");
  client->operations.push_back(operation);
  const auto answer = [operation, weak = std::weak_ptr(client)](const Outcome& outcome) {
    push([operation, weak, outcome] {
      if (const auto living = weak.lock()) complete(*living, operation, outcome);
    });
  };
  if (const int type = take_error_type()) {
    answer({.type = type, .error = "simulated failure", .status = type == http ? 500 : 0});
  } else {
    operation->thread = std::thread([answer, work = std::move(work), raw = operation.get()] {
      const Outcome outcome = work(*raw);
      answer(raw->is_aborted ? failure(aborted, "aborted") : outcome);
    });
  }
}

void abort_operations(Client& client, const std::string& name) {
  for (const auto& operation : client.operations) {
    if (operation->name != name) continue;
    operation->is_aborted = true;
    operation->is_cancelled = true;
  }
}

bool is_pending(const Client& client, const std::string& name) {
  return std::any_of(client.operations.begin(), client.operations.end(),
                     [&](const auto& operation) { return operation->name == name; });
}

void listen(Client& client, const std::string& name, Callback callback) {
  const auto replaced = client.listeners.extract(name);
  if (replaced) finish(replaced.mapped());
  if (callback.function || callback.free) client.listeners[name] = adopt(callback);
}

void post(const std::shared_ptr<Client>& client, std::function<void(Client&)> event) {
  push([weak = std::weak_ptr(client), event = std::move(event)] {
    if (const auto living = weak.lock()) event(*living);
  });
}

void post_to_all(const std::function<void(Client&)>& event) {
  std::vector<std::weak_ptr<Client>> clients;
  {
    const std::lock_guard lock(queue().mutex);
    clients = queue().clients;
  }
  for (const auto& weak : clients) {
    if (const auto client = weak.lock()) post(client, event);
  }
}

void call_listener(Client& client, const std::string& name, const Outcome& outcome) {
  const auto found = client.listeners.find(name);
  if (found == client.listeners.end()) return;
  // The callback may replace itself.
  const Callback callback = found->second;
  invoke(callback, outcome);
}

void write_log(const std::shared_ptr<Client>& client, Severity severity, const std::string& message) {
  post(client, [severity, message](Client& living) {
    const Outcome outcome = {.texts = {"[stand-in] " + message}, .numbers = {severity}};
    // A callback may drop the client, which empties the list.
    for (size_t i = 0; i < living.loggers.size(); i++) {
      const auto [callback, least] = living.loggers[i];
      if (severity >= least) invoke(callback, outcome);
    }
  });
}

void add_to_pump(const std::shared_ptr<Client>& client) {
  const std::lock_guard lock(queue().mutex);
  std::erase_if(queue().clients, [](const auto& weak) { return weak.expired(); });
  queue().clients.push_back(client);
}

void shut_down(Client& client) {
  const auto operations = std::exchange(client.operations, {});
  for (const auto& operation : operations) {
    cancel(*operation);
    const Callback callback = operation->callback;
    if (take_fault("late-callback")) {
      push([callback] {
        invoke(callback, failure(client_destroyed, "the client was dropped"));
        finish(callback);
      });
    } else {
      finish(callback);
    }
  }
  for (const auto& [name, callback] : std::exchange(client.listeners, {})) finish(callback);
  for (const auto& [callback, least] : std::exchange(client.loggers, {})) finish(callback);
}

void empty_queue() {
  const std::lock_guard lock(queue().mutex);
  queue().events.clear();
}

void forget_clients() {
  std::vector<std::weak_ptr<Client>> clients;
  {
    const std::lock_guard lock(queue().mutex);
    clients.swap(queue().clients);
  }
  for (const auto& weak : clients) {
    const auto client = weak.lock();
    if (!client) continue;
    for (const auto& operation : client->operations) cancel(*operation);
    client->operations.clear();
  }
  empty_queue();
}

Outcome failure(ErrorType type, const std::string& text) { return {.type = type, .error = text}; }

}  // namespace stand_in

STAND_IN_EXPORT void Discord_RunCallbacks() { stand_in::run_callbacks(); }
