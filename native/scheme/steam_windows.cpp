#include <windows.h>

#include "scheme/registry_windows.h"
#include "scheme/steam.h"
#include "system/wide_windows.h"

namespace slashpass {

Result<std::vector<std::string>> steam_command(std::uint32_t application) {
  const auto program = utf8(read_registry_text(HKEY_CURRENT_USER, L"Software\\Valve\\Steam", L"SteamExe"));
  if (program.empty()) return Error{"no_steam", "Steam is not installed for this user."};
  return std::vector<std::string>{program, "steam://rungameid/" + std::to_string(application)};
}

}  // namespace slashpass
