#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace slashpass {

/// Runs a tool of the system and waits for it, which is killed after the limit. Without what a game launcher or an
/// AppImage preloads: their libraries hang or crash the system's own tools. A tool that is not there is no failure.
void run_tool(const std::vector<std::string>& arguments, std::chrono::milliseconds limit = std::chrono::seconds(3));

}  // namespace slashpass
