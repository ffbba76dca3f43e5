#include "system/base_directories_linux.h"

#include <cstdlib>

namespace slashpass {
namespace {

namespace fs = std::filesystem;

Result<fs::path> home_directory(const char* variable, const char* below_home) {
  for (const auto& [name, below] : {std::pair{variable, ""}, std::pair{"HOME", below_home}}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value == '/') return (fs::path(value) / below).lexically_normal();
  }
  return Error{"no_home", std::string("Neither ") + variable + " nor HOME is a directory."};
}

std::vector<fs::path> directories(const char* variable, const char* otherwise) {
  std::vector<fs::path> found;
  for (const auto& part : path_list(variable, otherwise)) {
    if (part.front() == '/') found.emplace_back(part);
  }
  return found;
}

}  // namespace

Result<fs::path> data_home() { return home_directory("XDG_DATA_HOME", ".local/share"); }
Result<fs::path> config_home() { return home_directory("XDG_CONFIG_HOME", ".config"); }
Result<fs::path> state_home() { return home_directory("XDG_STATE_HOME", ".local/state"); }

std::vector<fs::path> data_directories() { return directories("XDG_DATA_DIRS", "/usr/local/share:/usr/share"); }
std::vector<fs::path> config_directories() { return directories("XDG_CONFIG_DIRS", "/etc/xdg"); }

std::vector<std::string> path_list(const char* variable, const char* otherwise) {
  const char* value = std::getenv(variable);
  std::string text = value == nullptr || *value == '\0' ? otherwise : value;
  std::vector<std::string> parts;
  text += ':';
  for (std::size_t start = 0, end; (end = text.find(':', start)) != std::string::npos; start = end + 1) {
    if (end > start) parts.push_back(text.substr(start, end - start));
  }
  return parts;
}

}  // namespace slashpass
