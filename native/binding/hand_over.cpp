#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "binding/arguments.h"
#include "binding/status.h"
#include "hand_over/hand_over.h"
#include "system/channel_directory.h"

namespace slashpass::binding {
namespace {

// A redirect for JavaScript, or empty if a message was rejected.
using Message = std::optional<std::string>;

void call_js(Napi::Env env, Napi::Function callback, std::nullptr_t*, Message* given) {
  const std::unique_ptr<Message> message(given);
  // The environment is shutting down, so the message is only freed.
  if (env == nullptr) return;
  callback.Call({*message ? Napi::String::New(env, **message) : env.Undefined()});
}

using Callback = Napi::TypedThreadSafeFunction<std::nullptr_t, Message, call_js>;

// A scheme's listener, and the callback that the listener's thread calls without blocking. Deleted by `close` or by
// the environment's cleanup hook, which runs before the callback's own hook because it was added later.
class Channel {
 public:
  Channel(Napi::Env env, Napi::Function callback)
      : callback_(Callback::New(env, callback, "slashpass hand-over", 0, 1)) {}

  Status listen(Napi::Env env, const std::string& scheme, const std::string& directory) {
    auto listener = listen_for_redirects({scheme, directory}, {[this](std::string uri) { return send(std::move(uri)); },
                                                               [this] { send(std::nullopt); }});
    if (!listener) return listener.error();
    listener_ = std::move(listener.value());
    hook_ = env.AddCleanupHook(end, this);
    return Done{};
  }

  void close(Napi::Env env) {
    if (!hook_.IsEmpty()) hook_.Remove(env);
    end(this);
  }

 private:
  static void end(Channel* channel) {
    channel->listener_.reset();
    // Node 24 deletes the callback only after its last release, even while the environment shuts down.
    channel->callback_.Release();
    delete channel;
  }

  bool send(Message message) {
    auto sent = std::make_unique<Message>(std::move(message));
    if (callback_.NonBlockingCall(sent.get()) != napi_ok) return false;
    sent.release();
    return true;
  }

  Callback callback_;
  Napi::Env::CleanupHook<void (*)(Channel*), Channel> hook_;
  std::unique_ptr<HandOverListener> listener_;
};

// openHandOver(scheme, callback) returns a function that closes the listener.
Napi::Value open_hand_over(const Napi::CallbackInfo& info) {
  const auto env = info.Env();
  const auto scheme = name_argument(info, 0);
  const auto callback = function_argument(info, 1);
  const auto directory = value_or_throw(env, channel_directory());
  // Also closes the channel on errors, because an unreleased callback would keep the process alive.
  const auto close = [env](Channel* unused) { unused->close(env); };
  std::unique_ptr<Channel, decltype(close)> opened(new Channel(env, callback), close);
  value_or_throw(env, opened->listen(env, scheme, directory));
  const auto end = Napi::Function::New(env, [channel = opened.get()](const Napi::CallbackInfo& call) mutable {
    if (channel != nullptr) std::exchange(channel, nullptr)->close(call.Env());
  });
  opened.release();
  return end;
}

}  // namespace

void define_hand_over(Napi::Env env, Napi::Object exports) {
  exports.Set("openHandOver", Napi::Function::New<open_hand_over>(env));
}

}  // namespace slashpass::binding
