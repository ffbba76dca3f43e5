#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace slashpass {

/// The data about its scheme that redirect-opener needs, stored in a file in redirect-opener's directory.
struct Registration {
  std::string scheme;
  /// The application ID.
  std::string application;
  /// The name that the browser shows to the player.
  std::string name;
  /// Whether `<scheme>:/authorize/callback` may be handed over to the game.
  bool redirect = false;
  /// The address on which the running game listens.
  std::string channel;
  /// The program and arguments that start the game; empty if there is no launch command.
  std::vector<std::string> launch;
  /// Whether a launch URL is appended as the last argument.
  bool launch_takes_url = true;
  /// A file that disappears when the registering game is uninstalled; empty if unknown.
  std::string program = {};

  bool operator==(const Registration&) const = default;
};

std::string format_registration(const Registration& registration);

/// Code: `unreadable_registration` for any other format.
Result<Registration> parse_registration(std::string_view text);

}  // namespace slashpass
