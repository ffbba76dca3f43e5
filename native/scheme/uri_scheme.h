#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace slashpass {

/// The application, and the scheme that it registers.
struct SchemeOwner {
  std::string scheme;
  std::string application;
  /// The content of the packaged redirect-opener. Only Node's `fs` can read files in Electron archives. Not needed to
  /// unregister, or on macOS.
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
  /// The current handler of the scheme; empty if unregistered.
  std::string owner;
  /// Whether it is this application's.
  bool ours = false;
  /// Whether registering again would repair or change something.
  bool stale = false;
  /// The registration of another application that may be replaced or removed.
  std::optional<Leftover> leftover = {};
};

/// Returns the program that receives the redirects of the scheme.
Result<SchemeStatus> redirect_scheme_status(const SchemeOwner& owner);

/// Registers the scheme for redirects, for this user. The browser shows `name` to the player; if empty, the previous
/// name or the scheme. Replaces another program or application only with `replace` (otherwise `scheme_taken`) or if
/// that program is gone.
Status register_redirect_scheme(const SchemeOwner& owner, const std::string& name, bool replace);

/// Removes this application's registration or a leftover; returns whether there was one. Keeps the launch command.
Result<bool> unregister_redirect_scheme(const SchemeOwner& owner);

/// Registers the command for `<scheme>://...`, by default the running program. Replaces other handlers.
Status register_launch(const SchemeOwner& owner, const std::string& command);

/// Code: `no_steam` if Steam is not installed.
Status register_steam_launch(const SchemeOwner& owner, std::uint32_t steam_application);

struct LaunchStatus {
  /// Program and arguments; empty without a launch command.
  std::vector<std::string> command;
  /// Whether the system starts it for the scheme.
  bool works = false;
};

/// Returns the launch command of the application.
Result<LaunchStatus> launch_status(const SchemeOwner& owner);

/// Removes the launch command of the application and returns whether there was one. A registered redirect is kept;
/// otherwise all files are removed.
Result<bool> unregister_launch(const SchemeOwner& owner);

}  // namespace slashpass
