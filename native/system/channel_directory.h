#pragma once

#include <string>

#include "base/result.h"

namespace slashpass {

/// Returns the directory in which the running game listens for redirects. Empty on Windows, which uses pipe names.
Result<std::string> channel_directory();

}  // namespace slashpass
