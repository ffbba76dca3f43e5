#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "redirect-opener/exit_code.h"

namespace slashpass {

/// The whole program. `arguments` are the arguments without the program's name: an optional `--` and one URI.
/// `directory` contains the program and the registration of its scheme.
ExitCode open_uri(const std::vector<std::string>& arguments, const std::filesystem::path& directory);

}  // namespace slashpass
