#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "binding/napi_setup.h"

namespace slashpass::binding {

// Checks arguments from JavaScript. An invalid type or value throws a TypeError.

[[noreturn]] inline void refuse_argument(const Napi::CallbackInfo& info, std::size_t index, const char* expected) {
  throw Napi::TypeError::New(info.Env(), "argument " + std::to_string(index + 1) + " must be " + expected);
}

/// Unpaired surrogates are replaced by U+FFFD.
inline std::string text_argument(const Napi::CallbackInfo& info, std::size_t index) {
  if (!info[index].IsString()) refuse_argument(info, index, "a string");
  return info[index].As<Napi::String>().Utf8Value();
}

/// Reads a string that will be passed to the operating system. Rejects NUL, because the system would truncate the
/// string there.
inline std::string name_argument(const Napi::CallbackInfo& info, std::size_t index) {
  auto name = text_argument(info, index);
  if (name.find('\0') != std::string::npos) refuse_argument(info, index, "a string without NUL");
  return name;
}

/// Reads an integer from `low` to `high`, inclusive.
template <class Number>
Number whole_argument(const Napi::CallbackInfo& info, std::size_t index, Number low, Number high) {
  static_assert(std::numeric_limits<Number>::digits <= std::numeric_limits<double>::digits);
  if (!info[index].IsNumber()) refuse_argument(info, index, "a number");
  const double number = info[index].As<Napi::Number>().DoubleValue();
  // NaN fails these comparisons.
  if (number >= low && number <= high && std::trunc(number) == number) return static_cast<Number>(number);
  const auto range = "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
  refuse_argument(info, index, range.c_str());
}

inline bool flag_argument(const Napi::CallbackInfo& info, std::size_t index) {
  if (!info[index].IsBoolean()) refuse_argument(info, index, "a boolean");
  return info[index].As<Napi::Boolean>().Value();
}

inline Napi::Function function_argument(const Napi::CallbackInfo& info, std::size_t index) {
  if (!info[index].IsFunction()) refuse_argument(info, index, "a function");
  return info[index].As<Napi::Function>();
}

/// JavaScript owns the bytes. A detached buffer is empty.
inline std::string_view bytes_argument(const Napi::CallbackInfo& info, std::size_t index) {
  const auto value = info[index];
  if (!value.IsTypedArray() || value.As<Napi::TypedArray>().TypedArrayType() != napi_uint8_array) {
    refuse_argument(info, index, "a Uint8Array");
  }
  const auto bytes = value.As<Napi::Uint8Array>();
  return {reinterpret_cast<const char*>(bytes.Data()), bytes.ByteLength()};
}

}  // namespace slashpass::binding
