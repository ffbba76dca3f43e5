#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace slashpass {

Result<std::filesystem::path> registrations_directory();

/// Returns the command that restarts the running game.
Result<std::vector<std::string>> own_command();

/// Returns the file that exists as long as the running game is installed: `script` if the game runs in an interpreter,
/// otherwise the program. Empty if unknown.
std::string installed_file(const std::string& script);

/// Converts UTF-8 to a path.
std::filesystem::path path_of(const std::string& text);

/// Returns false in a container, where some of the host's files are hidden.
bool sees_whole_machine();

/// The file name of an installed redirect-opener.
extern const char* const opener_name;

}  // namespace slashpass
