#pragma once

#include "binding/napi_setup.h"

namespace slashpass::binding {

/// openLogFile(path): the log file as a JavaScript object, or undefined.
Napi::Value open_log_file(const Napi::CallbackInfo& info);

}  // namespace slashpass::binding
