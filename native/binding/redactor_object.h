#pragma once

#include "binding/napi_setup.h"
#include "core/redactor.h"

namespace slashpass::binding {

/// The redactor core as a JavaScript object.
class RedactorObject : public Napi::ObjectWrap<RedactorObject> {
 public:
  static Napi::Function define(Napi::Env env);

  explicit RedactorObject(const Napi::CallbackInfo& info);

 private:
  Napi::Value add(const Napi::CallbackInfo& info);
  Napi::Value remove(const Napi::CallbackInfo& info);
  Napi::Value redact(const Napi::CallbackInfo& info);
  Napi::Value redact_bytes(const Napi::CallbackInfo& info);

  Redactor redactor_;
};

}  // namespace slashpass::binding
