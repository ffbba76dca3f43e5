#include "scheme/registration.h"

#include "base/redirect_uri.h"

namespace slashpass {
namespace {

constexpr std::string_view first_line = "slashpass registration 1";

std::string line(std::string_view key, std::string_view value) {
  return std::string(key).append(" ").append(value).append("\n");
}

std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  const auto taken = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return taken;
}

bool apply(Registration& registration, std::string_view key, std::string_view value) {
  if (key == "scheme")
    registration.scheme = value;
  else if (key == "application")
    registration.application = value;
  else if (key == "name")
    registration.name = value;
  else if (key == "redirect")
    registration.redirect = value == "yes";
  else if (key == "channel")
    registration.channel = value;
  else if (key == "launch")
    registration.launch.emplace_back(value);
  else if (key == "launch-takes-url")
    registration.launch_takes_url = value == "yes";
  else if (key == "program")
    registration.program = value;
  else
    return false;
  return true;
}

}  // namespace

std::string format_registration(const Registration& registration) {
  auto text = std::string(first_line) + "\n" + line("scheme", registration.scheme) +
              line("application", registration.application) + line("name", registration.name) +
              line("redirect", registration.redirect ? "yes" : "no") + line("channel", registration.channel);
  for (const auto& argument : registration.launch) text += line("launch", argument);
  if (!registration.launch_takes_url) text += line("launch-takes-url", "no");
  if (!registration.program.empty()) text += line("program", registration.program);
  return text;
}

Result<Registration> parse_registration(std::string_view text) {
  const Error unreadable{"unreadable_registration", "The scheme's registration cannot be read."};
  if (take_line(text) != first_line) return unreadable;
  Registration registration;
  while (!text.empty()) {
    const auto entry = take_line(text);
    const auto space = entry.find(' ');
    if (space == std::string_view::npos) return unreadable;
    if (!apply(registration, entry.substr(0, space), entry.substr(space + 1))) return unreadable;
  }
  if (!check_scheme(registration.scheme, registration.application)) return unreadable;
  return registration;
}

}  // namespace slashpass
