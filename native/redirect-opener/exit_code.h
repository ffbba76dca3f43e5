#pragma once

namespace slashpass {

/// redirect-opener's exit codes. Every code except `done` means that the redirect was not delivered.
enum class ExitCode {
  /// The redirect was delivered, or the game was started.
  done = 0,
  /// The arguments do not contain exactly one URI.
  usage = 2,
  /// The argument is not a redirect or launch URL for the scheme, or the scheme is not registered for this program.
  refused = 3,
  /// No game is running, and no launch command is registered.
  not_running = 4,
  /// The game rejected the redirect, or another program is listening.
  not_taken = 5,
  /// The launch command failed to start.
  not_started = 6,
};

}  // namespace slashpass
