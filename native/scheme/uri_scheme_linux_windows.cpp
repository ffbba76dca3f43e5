#include "scheme/uri_scheme.h"

#include <algorithm>
#include <functional>

#include "base/files.h"
#include "base/redirect_uri.h"
#include "scheme/installation.h"
#include "scheme/lasting_program.h"
#include "scheme/platform.h"
#include "scheme/registration.h"
#include "scheme/registration_file.h"
#include "scheme/scheme_handler.h"
#include "scheme/steam.h"
#include "system/channel_directory.h"
#include "system/command_line.h"

namespace slashpass {
namespace {

// How a scheme is registered on this machine. Read once per operation.
struct State {
  Installation installation;
  SchemeHandler handler;
  std::optional<Registration> registration;

  bool belongs_to(const SchemeOwner& owner) const {
    return registration && registration->scheme == owner.scheme && registration->application == owner.application;
  }

  // A registration with a launch command never counts as a leftover, because its program may still exist.
  bool is_leftover(const SchemeOwner& owner) const {
    return registration && handler.ours && registration->scheme == owner.scheme && !belongs_to(owner) &&
           registration->launch.empty() && is_missing(registration->program);
  }
};

// If the file cannot be read, fails instead of replacing it, because it may contain a launch command.
Result<std::optional<Registration>> known_registration(const Installation& installation) {
  auto found = read_registration(installation.directory);
  if (found) return std::optional(std::move(found.value()));
  const auto& code = found.error().code;
  if (code == "missing" || code == "unreadable_registration") return std::optional<Registration>();
  return found.error();
}

Result<State> look_up(const SchemeOwner& owner) {
  if (auto checked = check_scheme(owner.scheme, owner.application); !checked) return checked.error();
  auto installation = installation_of(owner.scheme);
  if (!installation) return installation.error();
  auto handler = scheme_handler(owner.scheme, installation.value().opener());
  if (!handler) return handler.error();
  auto registration = known_registration(installation.value());
  if (!registration) return registration.error();
  return State{std::move(installation.value()), std::move(handler.value()), std::move(registration.value())};
}

Error taken_by(const std::string& scheme, const std::string& who) {
  return Error{"scheme_taken", "The scheme \"" + scheme + "\" belongs to " + who + "."};
}

// Checks that the scheme is free, belongs to this application, or belongs to a program that is gone.
Status check_owner(const State& state, const SchemeOwner& owner) {
  const auto& [_, handler, registration] = state;
  if (!handler.works) return Done{};
  if (!handler.ours) return taken_by(owner.scheme, handler.owner);
  if (!registration || state.belongs_to(owner) || state.is_leftover(owner)) return Done{};
  return taken_by(owner.scheme, "the application " + registration->application);
}

// Returns this application's registration, or a new one. Sets its name to `name`, unless `name` is empty.
Result<Registration> begin_registration(const State& state, const SchemeOwner& owner, std::string name) {
  const auto channel = channel_directory();
  if (!channel) return channel.error();
  Registration registration;
  if (state.belongs_to(owner)) registration = *state.registration;
  registration.scheme = owner.scheme;
  registration.application = owner.application;
  registration.channel = channel.value();
  std::replace_if(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  if (!name.empty()) registration.name = std::move(name);
  if (registration.name.empty()) registration.name = owner.scheme;
  return registration;
}

// Writes all files and checks that the system uses them.
Status write_everything(const Installation& installation, std::string_view program, const Registration& registration) {
  if (auto installed = install(installation, program, registration); !installed) return installed;
  const auto opener = installation.opener();
  if (auto set = set_scheme_handler(registration.scheme, registration.name, opener); !set) return set;
  const auto now = scheme_handler(registration.scheme, opener);
  if (!now) return now.error();
  if (!now.value().ours) return taken_by(registration.scheme, now.value().owner);
  return Done{};
}

Status register_scheme(const SchemeOwner& owner, const std::string& name, bool replace,
                       const std::function<void(Registration&)>& change) {
  auto state = look_up(owner);
  if (!state) return state.error();
  if (auto free = check_owner(state.value(), owner); !replace && !free) return free;
  auto registration = begin_registration(state.value(), owner, name);
  if (!registration) return registration.error();
  change(registration.value());
  const auto& installation = state.value().installation;
  const auto written = write_everything(installation, owner.opener, registration.value());
  if (!written && !state.value().registration) {
    (void)remove_scheme_handler(owner.scheme, installation.opener());
    uninstall(installation);
  }
  return written;
}

Result<bool> remove_everything(const State& state, const SchemeOwner& owner) {
  if (auto removed = remove_scheme_handler(owner.scheme, state.installation.opener()); !removed) {
    return removed.error();
  }
  uninstall(state.installation);
  if (!state.registration->channel.empty()) remove_if_empty(state.registration->channel);
  return true;
}

Result<bool> keep_rest(const State& state) {
  if (auto written = write_registration(state.installation.directory, *state.registration); !written)
    return written.error();
  return true;
}

Status register_launch_words(const SchemeOwner& owner, const Result<std::vector<std::string>>& words, bool take_url) {
  if (!words) return words.error();
  return register_scheme(owner, "", true, [&](Registration& registration) {
    registration.launch = words.value();
    registration.launch_takes_url = take_url;
  });
}

}  // namespace

Result<SchemeStatus> redirect_scheme_status(const SchemeOwner& owner) {
  const auto looked_up = look_up(owner);
  if (!looked_up) return looked_up.error();
  const auto& state = looked_up.value();
  const bool ours = state.handler.ours && state.belongs_to(owner);
  const auto channel = channel_directory();
  const bool fresh = ours && state.handler.works && state.registration->redirect && channel &&
                     state.registration->channel == channel.value() && !is_missing(state.registration->program) &&
                     is_current(state.installation, owner.opener);
  SchemeStatus status{state.handler.owner, ours, ours && !fresh};
  if (state.is_leftover(owner)) status.leftover = {state.registration->application, state.registration->program};
  return status;
}

Status register_redirect_scheme(const SchemeOwner& owner, const std::string& name, bool replace) {
  return register_scheme(owner, name, replace, [&](Registration& registration) {
    registration.redirect = true;
    registration.program = lasting_program(owner.script);
  });
}

Result<bool> unregister_redirect_scheme(const SchemeOwner& owner) {
  auto looked_up = look_up(owner);
  if (!looked_up) return looked_up.error();
  auto& state = looked_up.value();
  if (state.is_leftover(owner)) return remove_everything(state, owner);
  if (!state.belongs_to(owner) || !state.registration->redirect) return false;
  if (state.registration->launch.empty()) return remove_everything(state, owner);
  state.registration->redirect = false;
  state.registration->program.clear();
  return keep_rest(state);
}

Status register_launch(const SchemeOwner& owner, const std::string& command) {
  return register_launch_words(owner, command.empty() ? own_command() : split_command(command), true);
}

Status register_steam_launch(const SchemeOwner& owner, std::uint32_t steam_application) {
  // Steam is started with its own URL, which accepts no other arguments.
  return register_launch_words(owner, steam_command(steam_application), false);
}

Result<LaunchStatus> launch_status(const SchemeOwner& owner) {
  const auto looked_up = look_up(owner);
  if (!looked_up) return looked_up.error();
  const auto& state = looked_up.value();
  if (!state.belongs_to(owner) || state.registration->launch.empty()) return LaunchStatus{};
  return LaunchStatus{state.registration->launch, state.handler.ours && state.handler.works};
}

Result<bool> unregister_launch(const SchemeOwner& owner) {
  auto looked_up = look_up(owner);
  if (!looked_up) return looked_up.error();
  auto& state = looked_up.value();
  if (!state.belongs_to(owner) || state.registration->launch.empty()) return false;
  if (!state.registration->redirect) return remove_everything(state, owner);
  state.registration->launch.clear();
  state.registration->launch_takes_url = true;
  return keep_rest(state);
}

}  // namespace slashpass
