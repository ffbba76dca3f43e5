#include "system/peer_user_posix.h"

#include <limits>

#include "binding/arguments.h"

namespace slashpass::binding {
namespace {

// peerUser(descriptor) returns the user's number, or undefined where the system does not say.
Napi::Value user_of_peer(const Napi::CallbackInfo& info) {
  using Limits = std::numeric_limits<int>;
  const auto user = peer_user(whole_argument(info, 0, Limits::min(), Limits::max()));
  if (!user) return info.Env().Undefined();
  return Napi::Number::New(info.Env(), *user);
}

}  // namespace

void define_peer_user(Napi::Env env, Napi::Object exports) {
  exports.Set("peerUser", Napi::Function::New<user_of_peer>(env));
  // Linux has a table that everybody can read, and macOS tells it nobody.
  exports.Set("isOwnTcpPeer",
              Napi::Function::New(env, [](const Napi::CallbackInfo& info) { return info.Env().Undefined(); }));
}

}  // namespace slashpass::binding
