#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace slashpass {

/// What redirect-opener has to know about the one scheme that it was installed for. Kept in a file beside it.
struct Registration {
  std::string scheme;
  /// The application that registered the scheme.
  std::string application;
  /// What the player reads when the browser asks.
  std::string name;
  /// Whether `<scheme>:/authorize/callback` may be handed over to the game.
  bool redirect = false;
  /// Where the running game listens.
  std::string channel;
  /// Program and arguments that start the game; empty when the application registered none.
  std::vector<std::string> launch;
  /// Whether a launch URL becomes the last argument.
  bool launch_takes_url = true;
  /// The file that is gone when the game that registered the redirect is; empty when none tells that.
  std::string program = {};

  bool operator==(const Registration&) const = default;
};

std::string format_registration(const Registration& registration);

/// Refuses whatever `format_registration` would not have written.
Result<Registration> parse_registration(std::string_view text);

}  // namespace slashpass
