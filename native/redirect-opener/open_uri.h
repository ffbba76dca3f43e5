#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "redirect-opener/exit_code.h"

namespace slashpass {

/// The whole program. `arguments` are those after the program's name: an optional `--` and one URI. `directory` is
/// where the program rests, and beside it the registration of its scheme.
ExitCode open_uri(const std::vector<std::string>& arguments, const std::filesystem::path& directory);

}  // namespace slashpass
