#include "binding/napi_setup.h"
#include "binding/redactor_object.h"

namespace slashpass::binding {
namespace {

Napi::Object initialize(Napi::Env env, Napi::Object exports) {
  exports.Set("Redactor", RedactorObject::define(env));
  return exports;
}

}  // namespace

NODE_API_MODULE(slashpass, initialize)

}  // namespace slashpass::binding
