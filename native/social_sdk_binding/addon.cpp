#include <set>

#include "binding/arguments.h"
#include "binding/bound_function.h"
#include "binding/status.h"
#include "social_sdk/client.h"
#include "social_sdk_binding/convert.h"
#include "social_sdk_binding/event_queue.h"

namespace slashpass::social_sdk {
namespace {

using binding::bound_function;

struct Connection;

/// The environment's open connections.
using Connections = std::set<std::shared_ptr<Connection>>;

struct Connection : std::enable_shared_from_this<Connection> {
  Connections& all;
  std::shared_ptr<EventQueue> queue;
  std::shared_ptr<Client> client;

  explicit Connection(Connections& connections) : all(connections) {}
};

Napi::Value call(Connection& connection, const Napi::CallbackInfo& info) {
  const auto operation = connection.client->call(binding::text_argument(info, 0), values_argument(info, 1));
  return Napi::Number::New(info.Env(), static_cast<double>(operation));
}

Napi::Value forget(Connection& connection, const Napi::CallbackInfo& info) {
  constexpr double most = 9007199254740991;
  connection.client->forget(static_cast<std::uint64_t>(binding::whole_argument<double>(info, 0, 0, most)));
  return info.Env().Undefined();
}

Napi::Value hold(Connection& connection, const Napi::CallbackInfo& info) {
  const bool is_held = binding::flag_argument(info, 0);
  if (connection.all.contains(connection.shared_from_this())) connection.queue->hold(info.Env(), is_held);
  return info.Env().Undefined();
}

Napi::Value close(Connection& connection, const Napi::CallbackInfo& info) {
  if (connection.all.erase(connection.shared_from_this()) > 0) {
    connection.queue->close();
    connection.client->close();
  }
  return info.Env().Undefined();
}

// createClient(onEvent)
Napi::Value create_client(const Napi::CallbackInfo& info) {
  const auto env = info.Env();
  auto& all = *env.GetInstanceData<Connections>();
  const auto callback = binding::function_argument(info, 0);
  const auto connection = std::make_shared<Connection>(all);
  connection->queue = EventQueue::create(env, callback);
  connection->client = Client::create([queue = connection->queue](Event event) { queue->push(std::move(event)); });
  if (!connection->client) {
    connection->queue->close();
    throw Napi::Error::New(env, "The system cannot start another thread.");
  }
  all.insert(connection);
  const auto object = Napi::Object::New(env);
  object.Set("call", bound_function<Connection, call>(env, "call", connection));
  object.Set("forget", bound_function<Connection, forget>(env, "forget", connection));
  object.Set("hold", bound_function<Connection, hold>(env, "hold", connection));
  object.Set("close", bound_function<Connection, close>(env, "close", connection));
  return object;
}

// load(path) returns [name, feature, isFound] for each symbol.
Napi::Value load(const Napi::CallbackInfo& info) {
  const auto env = info.Env();
  const auto* api = binding::value_or_throw(env, Runner::shared().load(binding::name_argument(info, 0)));
  const auto symbols = Napi::Array::New(env, api->symbols().size());
  for (std::uint32_t at = 0; at < api->symbols().size(); ++at) {
    const Symbol& symbol = *api->symbols()[at];
    const auto entry = Napi::Array::New(env, 3);
    entry.Set(0U, symbol.name);
    if (symbol.feature != nullptr) entry.Set(1U, symbol.feature);
    entry.Set(2U, symbol.address != nullptr);
    symbols.Set(at, entry);
  }
  return symbols;
}

/// Closes all connections without calling JavaScript, then waits for the library's thread to exit, because that thread
/// runs this addon's code.
void shut_down(Connections* connections) {
  for (const auto& connection : *connections) {
    connection->queue->close();
    connection->client->close();
  }
  connections->clear();
  Runner::shared().join_if_idle();
}

// shutDown() is for `process.exit`, which runs no cleanup hooks.
Napi::Value shut_down_now(const Napi::CallbackInfo& info) {
  shut_down(info.Env().GetInstanceData<Connections>());
  return info.Env().Undefined();
}

Napi::Object initialize(Napi::Env env, Napi::Object exports) {
  auto* const connections = new Connections();
  env.SetInstanceData(connections);
  // Runs when the event queues' functions are already closing, but before Node deletes them and the instance data.
  env.AddCleanupHook(shut_down, connections);
  exports.Set("load", Napi::Function::New<load>(env));
  exports.Set("createClient", Napi::Function::New<create_client>(env));
  exports.Set("shutDown", Napi::Function::New<shut_down_now>(env));
  return exports;
}

NODE_API_MODULE(slashpass_social_sdk, initialize)

}  // namespace
}  // namespace slashpass::social_sdk
