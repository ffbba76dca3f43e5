#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace slashpass {

/// Splits a command into its program and arguments. The rules are the same on every system: spaces separate, double
/// quotes group, `\"` is a quote, and other backslashes are literal, which keeps Windows paths readable. Code:
/// `invalid_command` for control characters, an unclosed quote or a missing program.
Result<std::vector<std::string>> split_command(std::string_view command);

/// Quotes arguments for the Windows C runtime, which parses them.
std::string windows_command_line(const std::vector<std::string>& arguments);

}  // namespace slashpass
