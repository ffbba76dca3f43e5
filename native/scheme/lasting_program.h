#pragma once

#include <string>

namespace slashpass {

// If this file exists, the game is considered installed.

/// Returns the file that exists as long as the running game is installed: `script` if the game runs in an interpreter,
/// otherwise the program. Empty if there is no such file.
std::string lasting_program(const std::string& script);

/// Returns false if this cannot be determined.
bool is_missing(const std::string& program);

}  // namespace slashpass
