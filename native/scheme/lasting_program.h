#pragma once

#include <string>

namespace slashpass {

// Whether a program's file exists shows whether its game is still installed.

/// Returns the file that exists as long as the running game is installed: `script` if it is run by an interpreter,
/// otherwise the program. Empty if there is no such file.
std::string lasting_program(const std::string& script);

/// Returns false if the file cannot be checked.
bool is_missing(const std::string& program);

}  // namespace slashpass
