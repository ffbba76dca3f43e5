#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace slashpass {

/// Who asks, and for which scheme.
struct SchemeOwner {
  std::string scheme;
  std::string application;
  /// The bytes of the redirect-opener that came with the package. Only fs of JavaScript reads what lies inside
  /// Electron's archives. Unregistering needs none, and macOS neither.
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
  /// What the system starts for the scheme now; empty when nothing.
  std::string owner;
  /// Whether that is the registration of this application.
  bool ours = false;
  /// Whether registering again would repair or change something.
  bool stale = false;
  /// What stands for another application, and may be taken over or removed.
  std::optional<Leftover> leftover = {};
};

/// Who gets the redirects of the scheme.
Result<SchemeStatus> redirect_scheme_status(const SchemeOwner& owner);

/// Registers the scheme for redirects, for this user. `name` is what the player reads when the browser asks; empty for
/// the one of the last time, else the scheme.
/// Takes the scheme from another program or application only with `replace` (else `scheme_taken`) or when that program
/// is gone.
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
  /// Program and arguments; empty when the application registered none.
  std::vector<std::string> command;
  /// Whether the system starts it now.
  bool works = false;
};

/// What the application registered to be launched with.
Result<LaunchStatus> launch_status(const SchemeOwner& owner);

/// Removes the launch command of the application; returns whether there was one. A redirect stays registered, else
/// nothing is left.
Result<bool> unregister_launch(const SchemeOwner& owner);

}  // namespace slashpass
