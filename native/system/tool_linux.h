#pragma once

#include <string>
#include <vector>

namespace slashpass {

/// Runs a tool of the system and waits for it, three seconds at most. Without what a game launcher or an AppImage
/// preloads: their libraries hang or crash the system's own tools. A tool that is not there is no failure.
void run_tool(const std::vector<std::string>& arguments);

}  // namespace slashpass
