#pragma once

#include "binding/napi_setup.h"

namespace slashpass::binding {

/// Adds the function that listens for redirects.
void define_hand_over(Napi::Env env, Napi::Object exports);

}  // namespace slashpass::binding
