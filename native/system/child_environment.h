#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace slashpass {

/// Variables that launchers and runtimes set for the game and that break other programs, in addition to `DYLD_*`.
/// `src/core/child-environment.ts` has the same list.
inline constexpr std::array<std::string_view, 7> game_only_variables{
    "LD_PRELOAD",       "LD_LIBRARY_PATH", "LD_AUDIT", "ELECTRON_RUN_AS_NODE",
    "ELECTRON_NO_ASAR", "NODE_OPTIONS",    "NODE_PATH"};

/// The environment for a program that is not the game's own: without the game's loader variables, and with the original
/// values that AppImage, Steam and Electron save. `environment` ends with a null pointer, as `environ` does.
std::vector<std::string> child_environment(const char* const* environment);

/// The strings as `posix_spawn` takes them. They must outlive the result.
std::vector<char*> null_terminated(const std::vector<std::string>& strings);

}  // namespace slashpass
