#include "social_sdk_binding/event_queue.h"

#include <optional>
#include <string_view>

#include "social_sdk_binding/convert.h"

namespace slashpass::social_sdk {

std::shared_ptr<EventQueue> EventQueue::create(Napi::Env env, Napi::Function callback) {
  auto queue = std::make_shared<EventQueue>();
  // Kept alive until Node has deleted the function.
  auto* kept = new std::shared_ptr<EventQueue>(queue);
  queue->function_ = Function::New(
      env, callback, "slashpass social-sdk", 0, 1, queue.get(),
      [](Napi::Env, std::shared_ptr<EventQueue>* unused, EventQueue*) { delete unused; }, kept);
  queue->function_.Unref(env);
  return queue;
}

void EventQueue::push(Event event) {
  const std::lock_guard lock(mutex_);
  if (!is_open_) return;
  events_.push_back(std::move(event));
  // One call delivers all events that are queued when it runs.
  if (events_.size() == 1) function_.NonBlockingCall();
}

void EventQueue::close() {
  {
    const std::lock_guard lock(mutex_);
    is_open_ = false;
    events_.clear();
  }
  function_.Release();
}

std::deque<Event> EventQueue::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(events_, {});
}

void EventQueue::call_js(Napi::Env env, Napi::Function callback, EventQueue* queue, void*) {
  // The environment is shutting down.
  if (env == nullptr) return;
  for (auto events = queue->take(); !events.empty(); events.pop_front()) {
    {
      // A callback may close the client.
      const std::lock_guard lock(queue->mutex_);
      if (!queue->is_open_) return;
    }
    const Napi::HandleScope scope(env);
    callback.Call(arguments_of(env, events.front()));
  }
}

}  // namespace slashpass::social_sdk
