#pragma once

#include "binding/napi_setup.h"

namespace slashpass::binding {

/// createRedactor(): the redactor core as a JavaScript object.
Napi::Value create_redactor(const Napi::CallbackInfo& info);

}  // namespace slashpass::binding
