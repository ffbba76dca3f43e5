#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace slashpass {

// Relative paths count as unset, as required by the XDG Base Directory Specification.

Result<std::filesystem::path> data_home();
Result<std::filesystem::path> config_home();
Result<std::filesystem::path> state_home();
std::vector<std::filesystem::path> data_directories();
std::vector<std::filesystem::path> config_directories();

/// Splits the value at colons and skips empty parts.
std::vector<std::string> path_list(const char* variable, const char* otherwise);

}  // namespace slashpass
