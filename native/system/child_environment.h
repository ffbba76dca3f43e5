#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace slashpass {

/// Variables, besides `DYLD_*`, that launchers and runtimes set for the game and that break other programs. Keep
/// in sync with `src/core/child-environment.ts`.
inline constexpr std::array<std::string_view, 7> game_only_variables{
    "LD_PRELOAD",       "LD_LIBRARY_PATH", "LD_AUDIT", "ELECTRON_RUN_AS_NODE",
    "ELECTRON_NO_ASAR", "NODE_OPTIONS",    "NODE_PATH"};

/// Returns an environment for other programs. Removes the game's loader variables and restores the originals that
/// AppImage, Steam and Electron saved. `environment` ends with a null pointer.
std::vector<std::string> child_environment(const char* const* environment);

/// For `posix_spawn`. The strings must outlive the result.
std::vector<char*> null_terminated(const std::vector<std::string>& strings);

}  // namespace slashpass
