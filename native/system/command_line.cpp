#include "system/command_line.h"

#include <algorithm>

namespace slashpass {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

std::string quoted(const std::string& argument) {
  std::string text = "\"";
  std::size_t backslashes = 0;
  for (const char c : argument) {
    // Backslashes are doubled before a quote and are literal elsewhere.
    if (c == '"') text.append(backslashes + 1, '\\');
    backslashes = c == '\\' ? backslashes + 1 : 0;
    text += c;
  }
  return text.append(backslashes, '\\') + '"';
}

}  // namespace

Result<std::vector<std::string>> split_command(std::string_view command) {
  if (std::any_of(command.begin(), command.end(), is_control)) {
    return Error{"invalid_command", "The launch command contains a control character."};
  }
  std::vector<std::string> arguments;
  bool inside = false;
  bool quoted = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    if (command[i] == ' ' && !quoted) {
      inside = false;
      continue;
    }
    if (!inside) arguments.emplace_back();
    inside = true;
    if (command[i] == '"') {
      quoted = !quoted;
    } else {
      if (command.substr(i).starts_with("\\\"")) ++i;
      arguments.back() += command[i];
    }
  }
  if (quoted) return Error{"invalid_command", "The launch command ends inside a quote."};
  if (arguments.empty() || arguments.front().empty()) {
    return Error{"invalid_command", "The launch command does not name a program."};
  }
  return arguments;
}

std::string windows_command_line(const std::vector<std::string>& arguments) {
  std::string line;
  for (const auto& argument : arguments) {
    if (!line.empty()) line += ' ';
    line += quoted(argument);
  }
  return line;
}

}  // namespace slashpass
