#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace slashpass {

/// Runs a tool in the environment meant for other programs and kills it after `limit`. Ignores a missing tool.
void run_tool(const std::vector<std::string>& arguments, std::chrono::milliseconds limit = std::chrono::seconds(3));

}  // namespace slashpass
