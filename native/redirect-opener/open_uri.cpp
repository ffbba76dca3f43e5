#include "redirect-opener/open_uri.h"

#include <cstdio>

#include "base/redirect_uri.h"
#include "hand_over/hand_over.h"
#include "scheme/registration.h"
#include "scheme/registration_file.h"
#include "system/launch.h"

namespace slashpass {
namespace {

// Never prints the URI, because it contains the code.
ExitCode fail(ExitCode code, const std::string& why) {
  std::fprintf(stderr, "redirect-opener: %s\n", why.c_str());
  return code;
}

std::string unregistered(const Error& why) {
  return why.code == "missing" ? "there is no registration next to this program." : why.message;
}

ExitCode launch(std::vector<std::string> command) {
  const auto started = start_program(command);
  return started ? ExitCode::done : fail(ExitCode::not_started, started.error().message);
}

ExitCode redirect(const Registration& registration, const std::string& uri) {
  const auto given = hand_over({registration.scheme, registration.channel}, uri);
  if (given) return ExitCode::done;
  if (given.error().code != "not_running") return fail(ExitCode::not_taken, given.error().message);
  // The game that started this sign-in has exited, so the authorization code is useless. Starts the game without the
  // URI.
  if (!registration.launch.empty()) return launch(registration.launch);
  return fail(ExitCode::not_running, given.error().message);
}

ExitCode launch_with(const Registration& registration, const std::string& url) {
  auto command = registration.launch;
  if (registration.launch_takes_url) command.push_back(url);
  return launch(std::move(command));
}

}  // namespace

ExitCode open_uri(const std::vector<std::string>& arguments, const std::filesystem::path& directory) {
  const bool separated = !arguments.empty() && arguments.front() == "--";
  if (arguments.size() != (separated ? 2 : 1)) return fail(ExitCode::usage, "expects exactly one URI.");
  const auto& uri = arguments.back();
  const auto found = read_registration(directory);
  if (!found) return fail(ExitCode::refused, unregistered(found.error()));
  const auto& registration = found.value();
  if (registration.redirect && is_redirect(uri, registration.scheme)) return redirect(registration, uri);
  if (!registration.launch.empty() && is_launch_url(uri, registration.scheme)) {
    return launch_with(registration, uri);
  }
  return fail(ExitCode::refused, "the argument is not a redirect with the scheme " + registration.scheme + ".");
}

}  // namespace slashpass
