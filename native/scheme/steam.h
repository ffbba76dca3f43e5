#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace slashpass {

/// Returns the command that starts a game through Steam. Code: `no_steam`.
Result<std::vector<std::string>> steam_command(std::uint32_t application);

}  // namespace slashpass
