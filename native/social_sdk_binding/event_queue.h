#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <utility>

#include "binding/napi_setup.h"
#include "social_sdk/values.h"

namespace slashpass::social_sdk {

/// Passes events from the library's thread to JavaScript. Keeps the process alive only while `hold` is in effect.
class EventQueue {
 public:
  static std::shared_ptr<EventQueue> create(Napi::Env env, Napi::Function callback);

  /// Called on any thread. Events are discarded once the queue is closed.
  void push(Event event);

  // The functions below must be called on JavaScript's thread.

  void hold(Napi::Env env, bool is_held) { is_held ? function_.Ref(env) : function_.Unref(env); }
  /// Must be called even while the environment shuts down: Node 24 deletes the function only after its last release.
  void close();

 private:
  static void call_js(Napi::Env env, Napi::Function callback, EventQueue* queue, void*);
  std::deque<Event> take();

  using Function = Napi::TypedThreadSafeFunction<EventQueue, void, call_js>;

  Function function_;
  std::mutex mutex_;
  bool is_open_ = true;
  std::deque<Event> events_;
};

}  // namespace slashpass::social_sdk
