#include "binding/napi_setup.h"

namespace slashpass::binding {

// Windows has pipes instead, whose handles Node keeps to itself.
void define_peer_user(Napi::Env env, Napi::Object exports) {
  exports.Set("peerUser",
              Napi::Function::New(env, [](const Napi::CallbackInfo& info) { return info.Env().Undefined(); }));
}

}  // namespace slashpass::binding
