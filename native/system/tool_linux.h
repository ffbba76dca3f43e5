#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace slashpass {

/// Runs a tool of the system in the environment for other programs, and waits for it; after the limit it is killed. A
/// missing tool is not a failure.
void run_tool(const std::vector<std::string>& arguments, std::chrono::milliseconds limit = std::chrono::seconds(3));

}  // namespace slashpass
