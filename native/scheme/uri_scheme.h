#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace slashpass {

/// An application and the scheme that it registers.
struct SchemeOwner {
  std::string scheme;
  std::string application;
  /// The content of the package's redirect-opener. Passed by the caller, because only Node's `fs` can read files in
  /// Electron archives. Not needed to unregister, or on macOS.
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
  /// The scheme's current handler. Empty if there is none.
  std::string owner;
  /// Whether the registration belongs to this application.
  bool ours = false;
  /// Whether registering again would repair or change anything.
  bool stale = false;
  /// Another application's registration that may be replaced or removed.
  std::optional<Leftover> leftover = {};
};

/// Returns which program receives the scheme's redirects.
Result<SchemeStatus> redirect_scheme_status(const SchemeOwner& owner);

/// Registers the scheme for redirects, for this user. The browser shows `name` to the player; if it is empty, the
/// previous name or the scheme is used. A scheme that belongs to another program or application is taken over only if
/// that program is gone or `replace` is set; otherwise, the call fails with `scheme_taken`.
Status register_redirect_scheme(const SchemeOwner& owner, const std::string& name, bool replace);

/// Removes this application's registration or a leftover one. Returns whether there was one. Keeps the launch command.
Result<bool> unregister_redirect_scheme(const SchemeOwner& owner);

/// Registers the launch command for `<scheme>://...`. If `command` is empty, the current executable is registered.
/// Replaces other handlers.
Status register_launch(const SchemeOwner& owner, const std::string& command);

/// Code: `no_steam` if Steam is not installed.
Status register_steam_launch(const SchemeOwner& owner, std::uint32_t steam_application);

struct LaunchStatus {
  /// The program and its arguments. Empty if there is no launch command.
  std::vector<std::string> command;
  /// Whether the system would run the command for the scheme.
  bool works = false;
};

/// Returns the application's launch command.
Result<LaunchStatus> launch_status(const SchemeOwner& owner);

/// Removes the application's launch command. Returns whether there was one. Removes all files unless a redirect is
/// registered too.
Result<bool> unregister_launch(const SchemeOwner& owner);

}  // namespace slashpass
