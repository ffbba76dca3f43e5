#pragma once

#include <memory>

#include "binding/napi_setup.h"

namespace slashpass::binding {

template <class Object, Napi::Value (*call)(Object&, const Napi::CallbackInfo&)>
Napi::Value call_bound(const Napi::CallbackInfo& info) {
  return call(**static_cast<std::shared_ptr<Object>*>(info.Data()), info);
}

/// Returns a JavaScript function that keeps its C++ object alive. It does not use `this`, because that would require a
/// check and a lookup on each call.
template <class Object, Napi::Value (*call)(Object&, const Napi::CallbackInfo&)>
Napi::Function bound_function(Napi::Env env, const char* name, const std::shared_ptr<Object>& object) {
  auto held = std::make_unique<std::shared_ptr<Object>>(object);
  auto function = Napi::Function::New<call_bound<Object, call>>(env, name, held.get());
  function.AddFinalizer([](Napi::BasicEnv, std::shared_ptr<Object>* unused) { delete unused; }, held.get());
  held.release();
  return function;
}

}  // namespace slashpass::binding
