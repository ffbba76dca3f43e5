#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace slashpass {

/// Runs a tool without the variables that launchers set for the game. Kills it after `limit`. Has no effect if the
/// tool is missing.
void run_tool(const std::vector<std::string>& arguments, std::chrono::milliseconds limit = std::chrono::seconds(3));

}  // namespace slashpass
