#include "binding/redactor_object.h"

#include <cstring>

namespace slashpass::binding {

Napi::Function RedactorObject::define(Napi::Env env) {
  return DefineClass(env, "Redactor",
                     {
                         InstanceMethod<&RedactorObject::add>("add"),
                         InstanceMethod<&RedactorObject::remove>("remove"),
                         InstanceMethod<&RedactorObject::redact>("redact"),
                         InstanceMethod<&RedactorObject::redact_bytes>("redactBytes"),
                     });
}

RedactorObject::RedactorObject(const Napi::CallbackInfo& info) : Napi::ObjectWrap<RedactorObject>(info) {}

Napi::Value RedactorObject::add(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), redactor_.add(info[0].As<Napi::String>().Utf8Value()));
}

Napi::Value RedactorObject::remove(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), redactor_.remove(info[0].As<Napi::String>().Utf8Value()));
}

Napi::Value RedactorObject::redact(const Napi::CallbackInfo& info) {
  const auto masked = redactor_.redact(info[0].As<Napi::String>().Utf8Value());
  return masked ? Napi::String::New(info.Env(), *masked) : info[0];
}

Napi::Value RedactorObject::redact_bytes(const Napi::CallbackInfo& info) {
  const auto bytes = info[0].As<Napi::Uint8Array>();
  const auto masked = redactor_.redact({reinterpret_cast<const char*>(bytes.Data()), bytes.ByteLength()});
  if (!masked) return info[0];
  auto copy = Napi::Uint8Array::New(info.Env(), masked->size());
  std::memcpy(copy.Data(), masked->data(), masked->size());
  return copy;
}

}  // namespace slashpass::binding
