#include <CoreServices/CoreServices.h>

#include <cstdlib>

#include "base/files.h"
#include "base/redirect_uri.h"
#include "scheme/bundle_macos.h"
#include "scheme/uri_scheme.h"

// Launch Services supports only bundles. The Info.plist declares the scheme, and the running application receives the
// URL as an event. There is no redirect-opener or registration file.

namespace slashpass {
namespace {

namespace fs = std::filesystem;

Error taken_by(const std::string& scheme, const std::string& who) {
  return Error{"scheme_taken", "The scheme \"" + scheme + "\" belongs to " + who + "."};
}

// Fails if this process cannot own the scheme.
Result<std::string> owning_bundle(const std::string& scheme) {
  const auto bundle = main_bundle();
  if (bundle.empty()) {
    return Error{"needs_bundle",
                 "This process is not an application bundle, and macOS only lets bundles register schemes."};
  }
  if (!main_bundle_declares(scheme)) {
    return Error{"needs_bundle", "The Info.plist of " + bundle + " does not declare the scheme \"" + scheme + "\"."};
  }
  return bundle;
}

Status register_scheme(const SchemeOwner& owner_to_register, bool replace) {
  const auto& scheme = owner_to_register.scheme;
  if (auto checked = check_scheme(scheme, owner_to_register.application); !checked) return checked;
  const auto bundle = owning_bundle(scheme);
  if (!bundle) return bundle.error();
  const auto owner = scheme_bundle(scheme);
  if (owner == bundle.value()) return Done{};
  if (!owner.empty() && !replace) return taken_by(scheme, owner);
  if (!set_scheme_bundle(scheme, bundle.value())) return taken_by(scheme, owner);
  return Done{};
}

constexpr std::string_view launch_begin = "{\"command\": \"";
constexpr std::string_view launch_end = "\"}";

// Discord's desktop client reads launch commands from this file.
Result<fs::path> launch_file(const SchemeOwner& owner) {
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home != '/') return Error{"no_home", "HOME is not a directory."};
  return fs::path(home) / "Library/Application Support/discord/games" / (owner.application + ".json");
}

Status write_launch_file(const SchemeOwner& owner, const std::string& url) {
  const auto file = launch_file(owner);
  if (!file) return file.error();
  constexpr auto for_owner = fs::perms::owner_read | fs::perms::owner_write;
  return write_file(file.value(), std::string(launch_begin).append(url).append(launch_end), for_owner);
}

}  // namespace

Result<SchemeStatus> redirect_scheme_status(const SchemeOwner& owner) {
  if (auto checked = check_scheme(owner.scheme, owner.application); !checked) return checked.error();
  const auto bundle = scheme_bundle(owner.scheme);
  const bool ours = !bundle.empty() && bundle == main_bundle();
  return SchemeStatus{bundle, ours, ours && !main_bundle_declares(owner.scheme)};
}

Status register_redirect_scheme(const SchemeOwner& owner, const std::string&, bool replace) {
  return register_scheme(owner, replace);
}

// macOS has no function to unregister a scheme.
Result<bool> unregister_redirect_scheme(const SchemeOwner& owner) {
  if (auto checked = check_scheme(owner.scheme, owner.application); !checked) return checked.error();
  return false;
}

Status register_launch(const SchemeOwner& owner, const std::string& command) {
  if (auto checked = check_scheme(owner.scheme, owner.application); !checked) return checked;
  if (command.empty()) return register_scheme(owner, true);
  if (!is_any_url(command)) {
    return Error{"invalid_command", "On macOS, a launch command is a URL, or empty for the application itself."};
  }
  return write_launch_file(owner, command);
}

Status register_steam_launch(const SchemeOwner& owner, std::uint32_t steam_application) {
  if (auto checked = check_scheme(owner.scheme, owner.application); !checked) return checked;
  return write_launch_file(owner, "steam://rungameid/" + std::to_string(steam_application));
}

// If there is no launch command, Launch Services starts the application itself.
Result<LaunchStatus> launch_status(const SchemeOwner& owner) {
  if (auto checked = check_scheme(owner.scheme, owner.application); !checked) return checked.error();
  const auto file = launch_file(owner);
  if (!file) return file.error();
  const auto text = read_file(file.value());
  if (!text) {
    if (text.error().code == "missing") return LaunchStatus{};
    return text.error();
  }
  const std::string_view whole = text.value();
  if (!whole.starts_with(launch_begin) || !whole.ends_with(launch_end)) return LaunchStatus{};
  const auto length = whole.size() - launch_begin.size() - launch_end.size();
  return LaunchStatus{{std::string(whole.substr(launch_begin.size(), length))}, true};
}

Result<bool> unregister_launch(const SchemeOwner& owner) {
  if (auto checked = check_scheme(owner.scheme, owner.application); !checked) return checked.error();
  const auto file = launch_file(owner);
  if (!file) return file.error();
  std::error_code failed;
  const bool removed = fs::remove(file.value(), failed);
  if (failed) return Error{"not_writable", "The launch command could not be removed: " + failed.message() + "."};
  return removed;
}

}  // namespace slashpass
