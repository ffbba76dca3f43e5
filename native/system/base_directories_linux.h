#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace slashpass {

// The XDG Base Directory specification: a variable that is not an absolute path counts as unset.

Result<std::filesystem::path> data_home();
Result<std::filesystem::path> config_home();
Result<std::filesystem::path> state_home();
std::vector<std::filesystem::path> data_directories();
std::vector<std::filesystem::path> config_directories();

/// The environment variable split at its colons; empty parts are left out.
std::vector<std::string> path_list(const char* variable, const char* otherwise);

}  // namespace slashpass
