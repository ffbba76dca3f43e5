#include "binding/hand_over.h"
#include "binding/log_object.h"
#include "binding/napi_setup.h"
#include "binding/redactor_object.h"
#include "binding/uri_scheme.h"

namespace slashpass::binding {
namespace {

Napi::Object initialize(Napi::Env env, Napi::Object exports) {
  exports.Set("createRedactor", Napi::Function::New<create_redactor>(env, "createRedactor"));
  exports.Set("openLogFile", Napi::Function::New<open_log_file>(env, "openLogFile"));
  define_uri_scheme(env, exports);
  define_hand_over(env, exports);
  return exports;
}

}  // namespace

NODE_API_MODULE(slashpass, initialize)

}  // namespace slashpass::binding
