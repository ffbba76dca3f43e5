#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace slashpass {

/// The data that redirect-opener needs about its scheme. Stored in a file in its directory.
struct Registration {
  std::string scheme;
  /// The application id.
  std::string application;
  /// The name that the browser shows to the player.
  std::string name;
  /// Whether the game accepts redirects to `<scheme>:/authorize/callback`.
  bool redirect = false;
  /// The address on which the running game listens.
  std::string channel;
  /// The program and arguments that start the game. Empty if there is no launch command.
  std::vector<std::string> launch;
  /// Whether a launch URL is appended as the last argument.
  bool launch_takes_url = true;
  /// A file that disappears when the game that registered the scheme is uninstalled. Empty if unknown.
  std::string program = {};

  bool operator==(const Registration&) const = default;
};

std::string format_registration(const Registration& registration);

/// Code: `unreadable_registration` if the format is invalid.
Result<Registration> parse_registration(std::string_view text);

}  // namespace slashpass
