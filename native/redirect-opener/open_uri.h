#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "redirect-opener/exit_code.h"

namespace slashpass {

/// The whole program. `arguments` excludes the program's name: an optional `--` and one URI. `directory` contains the
/// program and its scheme's registration.
ExitCode open_uri(const std::vector<std::string>& arguments, const std::filesystem::path& directory);

}  // namespace slashpass
