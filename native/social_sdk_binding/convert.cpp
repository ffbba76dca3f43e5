#include "social_sdk_binding/convert.h"

#include "binding/arguments.h"

namespace slashpass::social_sdk {
namespace {

Napi::String string_of(Napi::Env env, const SecretText& text) {
  return Napi::String::New(env, text.data(), text.size());
}

SecretText secret_of(Napi::Env env, Napi::Value value) {
  // Does not use Utf8Value, because its std::string would leave a copy in freed memory.
  std::size_t size = 0;
  napi_get_value_string_utf8(env, value, nullptr, 0, &size);
  SecretText text(size, '\0');
  napi_get_value_string_utf8(env, value, text.data(), size + 1, &size);
  return text;
}

Value value_of(const Napi::CallbackInfo& info, std::size_t index, Napi::Value value) {
  if (value.IsUndefined()) return {};
  if (value.IsBoolean()) return value.As<Napi::Boolean>().Value();
  if (value.IsNumber()) return value.As<Napi::Number>().DoubleValue();
  if (value.IsString()) return secret_of(info.Env(), value);
  if (value.IsBigInt()) {
    bool is_lossless = false;
    const std::uint64_t id = value.As<Napi::BigInt>().Uint64Value(&is_lossless);
    if (is_lossless) return id;
  }
  binding::refuse_argument(info, index, "an array of strings, numbers, booleans and 64-bit BigInts");
}

napi_value value_for(Napi::Env env, const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return Napi::Boolean::New(env, *flag);
  if (const auto* number = std::get_if<double>(&value)) return Napi::Number::New(env, *number);
  if (const auto* id = std::get_if<std::uint64_t>(&value)) return Napi::BigInt::New(env, *id);
  if (const auto* text = std::get_if<SecretText>(&value)) return string_of(env, *text);
  return env.Undefined();
}

Napi::Value failure_for(Napi::Env env, const Failure& failure) {
  const auto object = Napi::Object::New(env);
  if (failure.reason != nullptr) object.Set("reason", failure.reason);
  object.Set("type", failure.type);
  object.Set("message", string_of(env, failure.message));
  object.Set("errorCode", failure.error_code);
  object.Set("status", failure.status);
  object.Set("retryable", failure.is_retryable);
  object.Set("retryAfter", failure.retry_after);
  object.Set("body", string_of(env, failure.body));
  return object;
}

}  // namespace

Values values_argument(const Napi::CallbackInfo& info, std::size_t index) {
  if (!info[index].IsArray()) binding::refuse_argument(info, index, "an array");
  const auto array = info[index].As<Napi::Array>();
  Values values;
  for (std::uint32_t at = 0; at < array.Length(); ++at) values.push_back(value_of(info, index, array.Get(at)));
  return values;
}

std::vector<napi_value> arguments_of(Napi::Env env, const Event& event) {
  const auto values = Napi::Array::New(env, event.values.size());
  for (std::uint32_t at = 0; at < event.values.size(); ++at) values.Set(at, value_for(env, event.values[at]));
  const napi_value none = env.Undefined();
  return {Napi::Number::New(env, static_cast<double>(event.operation)),
          event.name == nullptr ? none : Napi::String::New(env, event.name),
          event.failure ? failure_for(env, *event.failure) : none, values};
}

}  // namespace slashpass::social_sdk
