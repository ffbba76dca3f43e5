#pragma once

#include <utility>

#include "base/result.h"
#include "binding/napi_setup.h"

namespace slashpass::binding {

/// Returns the value, or throws the error as a JavaScript error that has a `code`.
template <class T>
T value_or_throw(Napi::Env env, Result<T> result) {
  if (result) return std::move(result.value());
  auto error = Napi::Error::New(env, result.error().message);
  error.Set("code", result.error().code);
  throw error;
}

}  // namespace slashpass::binding
