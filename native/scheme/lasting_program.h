#pragma once

#include <string>

namespace slashpass {

// A game is considered installed as long as its file exists.

/// Returns the file that exists as long as the running game is installed: `script` if the game runs in an interpreter,
/// otherwise the program. Empty if there is no such file.
std::string lasting_program(const std::string& script);

/// Whether the program no longer exists. False if this cannot be determined.
bool is_missing(const std::string& program);

}  // namespace slashpass
