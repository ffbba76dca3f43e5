#pragma once

#include <string>

namespace slashpass {

// The file of a program shows whether its game is still installed.

/// Returns the installed file of the running game: `script` if an interpreter runs it, otherwise the program. Empty if
/// unknown.
std::string lasting_program(const std::string& script);

/// Returns false if the file cannot be checked.
bool is_gone(const std::string& program);

}  // namespace slashpass
