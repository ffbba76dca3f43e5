#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace slashpass {

/// Where this user's registrations rest.
Result<std::filesystem::path> registrations_directory();

/// What starts the running game again.
Result<std::vector<std::string>> own_command();

/// The file name of an installed redirect-opener.
extern const char* const opener_name;

}  // namespace slashpass
