#pragma once

namespace slashpass {

/// The exit codes of redirect-opener. All codes except `done` mean that the redirect was not delivered.
enum class ExitCode {
  /// The redirect was delivered, or the game was started.
  done = 0,
  /// Not exactly one argument.
  usage = 2,
  /// Not a redirect or launch URL of the scheme, or not registered for it.
  refused = 3,
  /// No game is running, and there is no launch command.
  not_running = 4,
  /// The game rejected the redirect, or another program listens.
  not_taken = 5,
  /// The launch command failed to start.
  not_started = 6,
};

}  // namespace slashpass
