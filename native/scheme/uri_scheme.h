#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace slashpass {

/// The application that uses a scheme.
struct SchemeOwner {
  std::string scheme;
  std::string application;
  /// The package's redirect-opener, read by JavaScript from Electron's archives. Not needed for unregistering or on
  /// macOS.
  std::string_view opener = {};
  /// The game's script, if an interpreter runs it.
  std::string script = {};
};

/// A registration whose program no longer exists.
struct Leftover {
  std::string application;
  /// The missing file.
  std::string program;
};

struct SchemeStatus {
  /// The program for the scheme; empty if there is none.
  std::string owner;
  /// Whether it is this application's.
  bool ours = false;
  /// Whether registering again would repair or change something.
  bool stale = false;
  /// Another application's registration that may be replaced or removed.
  std::optional<Leftover> leftover = {};
};

Result<SchemeStatus> redirect_scheme_status(const SchemeOwner& owner);

/// Registers the scheme for redirects of this user. The browser shows `name`, by default the previous name or the
/// scheme. Code: `scheme_taken` if it belongs to another existing program or application, unless `replace` is set.
Status register_redirect_scheme(const SchemeOwner& owner, const std::string& name, bool replace);

/// Removes this application's registration or a leftover; returns whether there was one. Keeps the launch command.
Result<bool> unregister_redirect_scheme(const SchemeOwner& owner);

/// Registers the command for `<scheme>://...`, by default the running program. Replaces other handlers.
Status register_launch(const SchemeOwner& owner, const std::string& command);

/// Code: `no_steam` if Steam is not installed.
Status register_steam_launch(const SchemeOwner& owner, std::uint32_t steam_application);

struct LaunchStatus {
  /// Empty if there is no launch command.
  std::vector<std::string> command;
  /// Whether the system starts it for the scheme.
  bool works = false;
};

Result<LaunchStatus> launch_status(const SchemeOwner& owner);

/// Returns whether there was one. Keeps a registration for redirects.
Result<bool> unregister_launch(const SchemeOwner& owner);

}  // namespace slashpass
