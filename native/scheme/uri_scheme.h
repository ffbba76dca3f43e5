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
  /// The script of the game, if an interpreter runs one.
  std::string script = {};
};

/// A registration of an application whose program is gone.
struct Leftover {
  std::string application;
  /// The file that is not there any more.
  std::string program;
};

struct SchemeStatus {
  /// The current handler of the scheme; empty if there is none.
  std::string owner;
  /// Whether that is the registration of this application.
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

/// Removes the registration without a trace, if it is this application's or a leftover; returns whether there was one.
/// A launch command of the application stays registered.
Result<bool> unregister_redirect_scheme(const SchemeOwner& owner);

/// Registers the command that starts the game when the system opens `<scheme>://...`; the running program when it is
/// empty. Takes the scheme from others, as the client library of the service does.
Status register_launch(const SchemeOwner& owner, const std::string& command);

/// The same, with a game of Steam; `no_steam` where Steam is not installed.
Status register_steam_launch(const SchemeOwner& owner, std::uint32_t steam_application);

struct LaunchStatus {
  /// Program and arguments; empty without a launch command.
  std::vector<std::string> command;
  /// Whether the system starts it now.
  bool works = false;
};

/// Returns the launch command of the application.
Result<LaunchStatus> launch_status(const SchemeOwner& owner);

/// Removes the launch command of the application and returns whether there was one. A registered redirect is kept;
/// otherwise all files are removed.
Result<bool> unregister_launch(const SchemeOwner& owner);

}  // namespace slashpass
