#pragma once

#include "binding/napi_setup.h"

namespace slashpass::binding {

/// Adds the functions that register a URI scheme with the system.
void define_uri_scheme(Napi::Env env, Napi::Object exports);

}  // namespace slashpass::binding
