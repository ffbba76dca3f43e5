#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "redirect-opener/exit_code.h"

namespace slashpass {

/// Implements redirect-opener. `arguments` excludes the program's name and consists of an optional `--` and one URI.
/// `directory` contains the program and its scheme's registration.
ExitCode open_uri(const std::vector<std::string>& arguments, const std::filesystem::path& directory);

}  // namespace slashpass
