#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace slashpass {

/// Splits a command into its program and arguments. Spaces separate, double quotes hold together, `\"` is a
/// quote, every other backslash stands for itself: the same on every system, so that Windows paths need no
/// doubling. Refuses control characters and an open quote.
Result<std::vector<std::string>> split_command(std::string_view command);

/// The command line that the C run-time of a Windows program splits into exactly `arguments`.
std::string windows_command_line(const std::vector<std::string>& arguments);

}  // namespace slashpass
