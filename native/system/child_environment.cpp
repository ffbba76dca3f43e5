#include "system/child_environment.h"

#include <algorithm>
#include <map>
#include <optional>

namespace slashpass {
namespace {

bool is_game_only(std::string_view name) {
  return name.starts_with("DYLD_") ||
         std::find(game_only_variables.begin(), game_only_variables.end(), name) != game_only_variables.end();
}

std::optional<std::string> after(std::string_view prefix, std::string_view name) {
  if (!name.starts_with(prefix)) return std::nullopt;
  return std::string(name.substr(prefix.size()));
}

using Original = std::optional<std::string> (*)(std::string_view saved);

// If Steam starts an AppImage, the saved values contain Steam's overlay.
constexpr std::string_view overlay = "gameoverlayrenderer";

// The outermost launcher comes last, because its values take precedence.
constexpr std::array<Original, 3> originals{
    [](std::string_view saved) {
      return saved == "ORIGINAL_XDG_CURRENT_DESKTOP" ? after("ORIGINAL_", saved) : std::nullopt;
    },
    [](std::string_view saved) { return after("APPIMAGE_ORIGINAL_", saved); },
    [](std::string_view saved) {
      const bool is_saved = saved == "SYSTEM_LD_PRELOAD" || saved == "SYSTEM_LD_LIBRARY_PATH";
      return is_saved ? after("SYSTEM_", saved) : std::nullopt;
    },
};

}  // namespace

std::vector<std::string> child_environment(const char* const* environment) {
  std::map<std::string, std::string> all;
  for (const char* const* entry = environment; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const auto end = text.find('=');
    if (end != std::string_view::npos) all.emplace(text.substr(0, end), text.substr(end + 1));
  }
  auto child = all;
  std::erase_if(child, [](const auto& variable) { return is_game_only(variable.first); });
  for (const auto original : originals) {
    for (const auto& [saved, value] : all) {
      const auto name = original(saved);
      if (!name) continue;
      if (value.empty() || value.find(overlay) != std::string::npos) {
        child.erase(*name);
      } else {
        child[*name] = value;
      }
    }
  }
  std::vector<std::string> entries;
  for (const auto& [name, value] : child) entries.push_back(name + "=" + value);
  return entries;
}

std::vector<char*> null_terminated(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (const auto& text : strings) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace slashpass
