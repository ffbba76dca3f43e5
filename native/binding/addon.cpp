#include "binding/napi_setup.h"

namespace slashpass::binding {

// Each function adds the exports of one file in this directory.
void define_hand_over(Napi::Env env, Napi::Object exports);
void define_log_file(Napi::Env env, Napi::Object exports);
void define_peer_user(Napi::Env env, Napi::Object exports);
void define_redactor(Napi::Env env, Napi::Object exports);
void define_uri_scheme(Napi::Env env, Napi::Object exports);

namespace {

Napi::Object initialize(Napi::Env env, Napi::Object exports) {
  for (const auto define : {define_hand_over, define_log_file, define_peer_user, define_redactor, define_uri_scheme}) {
    define(env, exports);
  }
  return exports;
}

}  // namespace

NODE_API_MODULE(slashpass, initialize)

}  // namespace slashpass::binding
