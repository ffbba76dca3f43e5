#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace slashpass {

/// The settings of redirect-opener for its scheme.
struct Registration {
  std::string scheme;
  /// The application ID.
  std::string application;
  /// Shown to the player by the browser.
  std::string name;
  /// Whether `<scheme>:/authorize/callback` may be handed over to the game.
  bool redirect = false;
  /// The result of `channel_place`.
  std::string channel;
  /// Empty if there is no launch command.
  std::vector<std::string> launch;
  /// Whether a launch URL becomes the last argument.
  bool launch_takes_url = true;
  /// The installed file of the registering game; empty if unknown.
  std::string program = {};

  bool operator==(const Registration&) const = default;
};

std::string format_registration(const Registration& registration);

/// Code: `unreadable_registration` for any other format.
Result<Registration> parse_registration(std::string_view text);

}  // namespace slashpass
