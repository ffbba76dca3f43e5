#pragma once

#include <string>

#include "base/result.h"

namespace slashpass {

/// The channel's directory; empty on Windows.
Result<std::string> channel_place();

}  // namespace slashpass
