#include "scheme/mime_apps_linux.h"

#include <algorithm>
#include <functional>

namespace slashpass {
namespace {

constexpr std::string_view defaults = "[Default Applications]";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// Each line includes its line ending.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, text.find('\n')));
    if (lines.back().size() < text.size()) lines.back() = text.substr(0, lines.back().size() + 1);
    text.remove_prefix(lines.back().size());
  }
  return lines;
}

bool is_header(std::string_view line) { return trimmed(line).starts_with('['); }

bool has_key(std::string_view line, std::string_view key) {
  const auto equals = line.find('=');
  return equals != std::string_view::npos && trimmed(line.substr(0, equals)) == key;
}

std::vector<std::string> split_apps(std::string_view value) {
  std::vector<std::string> apps;
  for (value = trimmed(value); !value.empty();) {
    const auto end = std::min(value.find(';'), value.size());
    if (const auto app = trimmed(value.substr(0, end)); !app.empty()) apps.emplace_back(app);
    value.remove_prefix(std::min(end + 1, value.size()));
  }
  return apps;
}

// Edits each line for `type`.
std::string edit_defaults(std::string_view text, std::string_view type,
                          const std::function<std::string(std::string_view start, std::string_view value)>& edit) {
  std::string edited;
  bool inside = false;
  for (const auto line : lines_of(text)) {
    if (is_header(line)) inside = trimmed(line) == defaults;
    if (inside && has_key(line, type)) {
      const auto value = line.find('=') + 1;
      edited += edit(line.substr(0, value), line.substr(value));
    } else {
      edited += line;
    }
  }
  return edited;
}

// Removes an empty final section and the empty line before it, because this library added them.
std::string without_empty_end(std::string text) {
  const auto section = std::string(defaults) + "\n";
  if (text == section) return "";
  if (text.ends_with("\n\n" + section)) text.resize(text.size() - section.size() - 1);
  return text;
}

}  // namespace

std::vector<std::string> listed_apps(std::string_view text, std::string_view section, std::string_view type) {
  std::vector<std::string> apps;
  bool inside = false;
  for (const auto line : lines_of(text)) {
    if (is_header(line)) inside = trimmed(line) == section;
    if (!inside || !has_key(line, type)) continue;
    const auto listed = split_apps(line.substr(line.find('=') + 1));
    apps.insert(apps.end(), listed.begin(), listed.end());
  }
  return apps;
}

std::string with_default_app(std::string_view text, std::string_view type, std::string_view app) {
  const auto now = listed_apps(text, defaults, type);
  if (!now.empty() && now.front() == app) return std::string(text);
  auto edited = without_default_app(text, type, app);
  const auto ours = std::string(app) + ";";
  bool done = false;
  edited = edit_defaults(edited, type, [&](std::string_view start, std::string_view value) {
    done = true;
    return std::string(start).append(ours).append(value);
  });
  if (done) return edited;
  const auto line = std::string(type) + "=" + ours + "\n";
  const auto lines = lines_of(edited);
  const auto header = std::find_if(lines.begin(), lines.end(),
                                   [](std::string_view candidate) { return trimmed(candidate) == defaults; });
  if (header != lines.end() && header->ends_with('\n')) {
    return edited.insert(static_cast<std::size_t>(header->data() + header->size() - edited.data()), line);
  }
  if (!edited.empty() && !edited.ends_with('\n')) edited += '\n';
  if (header != lines.end()) return edited + line;
  return edited + (edited.empty() ? "" : "\n") + std::string(defaults) + "\n" + line;
}

std::string without_default_app(std::string_view text, std::string_view type, std::string_view app) {
  bool removed = false;
  auto edited = edit_defaults(text, type, [&](std::string_view start, std::string_view value) -> std::string {
    const auto apps = split_apps(value);
    if (std::find(apps.begin(), apps.end(), app) == apps.end()) return std::string(start).append(value);
    removed = true;
    std::string value_after(value);
    if (const auto first = std::string(app) + ";"; value_after.starts_with(first)) {
      value_after.erase(0, first.size());
    } else {
      value_after.clear();
      for (const auto& other : apps) value_after += other == app ? "" : other + ";";
      value_after += '\n';
    }
    return trimmed(value_after).empty() ? "" : std::string(start) + value_after;
  });
  return removed ? without_empty_end(std::move(edited)) : edited;
}

}  // namespace slashpass
