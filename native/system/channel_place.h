#pragma once

#include <string>

#include "base/result.h"

namespace slashpass {

/// Where the running game listens for redirects: a directory, or nothing where names need no place (Windows).
Result<std::string> channel_place();

}  // namespace slashpass
