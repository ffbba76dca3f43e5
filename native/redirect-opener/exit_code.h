#pragma once

namespace slashpass {

/// How redirect-opener ends. Nothing was done for any code but `done`.
enum class ExitCode {
  /// The game has the redirect, or was started.
  done = 0,
  /// Not exactly one argument.
  usage = 2,
  /// The argument is neither a redirect nor a launch URL of the scheme, or the scheme is not registered for it.
  refused = 3,
  /// No game is running, and the application registered no launch command.
  not_running = 4,
  /// The game did not take the redirect, or what listens is not the game.
  not_taken = 5,
  /// The launch command does not start.
  not_started = 6,
};

}  // namespace slashpass
