#include "system/peer_user_posix.h"
#include "binding/napi_setup.h"

namespace slashpass::binding {
namespace {

// peerUser(descriptor) returns the user's number, or undefined where the system does not say.
Napi::Value user_of_peer(const Napi::CallbackInfo& info) {
  const auto user = peer_user(info[0].As<Napi::Number>().Int32Value());
  if (!user) return info.Env().Undefined();
  return Napi::Number::New(info.Env(), *user);
}

}  // namespace

void define_peer_user(Napi::Env env, Napi::Object exports) {
  exports.Set("peerUser", Napi::Function::New<user_of_peer>(env));
}

}  // namespace slashpass::binding
