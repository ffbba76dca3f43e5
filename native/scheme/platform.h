#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace slashpass {

Result<std::filesystem::path> registrations_directory();

/// The command that starts the running game again.
Result<std::vector<std::string>> own_command();

/// The file that exists as long as the running game is installed: `script` if an interpreter runs one, otherwise the
/// program. Empty if unknown.
std::string installed_file(const std::string& script);

/// Converts UTF-8 to a path.
std::filesystem::path path_of(const std::string& text);

/// False in containers, which hide files.
bool sees_whole_machine();

/// The file name of an installed redirect-opener.
extern const char* const opener_name;

}  // namespace slashpass
