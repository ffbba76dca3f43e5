#include "scheme/steam.h"

namespace slashpass {

Result<std::vector<std::string>> steam_command(std::uint32_t application) {
  return std::vector<std::string>{"xdg-open", "steam://rungameid/" + std::to_string(application)};
}

}  // namespace slashpass
