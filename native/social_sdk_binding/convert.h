#pragma once

#include <vector>

#include "binding/napi_setup.h"
#include "social_sdk/values.h"

namespace slashpass::social_sdk {

/// Converts an array of strings, numbers, booleans, 64-bit BigInts and `undefined`.
Values values_argument(const Napi::CallbackInfo& info, std::size_t index);

/// The callback's arguments: the operation's number, the event's name, the failure and the values.
std::vector<napi_value> arguments_of(Napi::Env env, const Event& event);

}  // namespace slashpass::social_sdk
