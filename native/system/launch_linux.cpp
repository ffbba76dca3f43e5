#include <spawn.h>
#include <unistd.h>

#include <cstring>

#include "system/child_environment.h"
#include "system/launch.h"

extern char** environ;

namespace slashpass {

Status start_program(const std::vector<std::string>& arguments) {
  const auto argv = null_terminated(arguments);
  // The browser may have inherited its environment from another game.
  const auto environment = child_environment(environ);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // Starts a new session, because the program must outlive its parent process.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  pid_t child;
  const int failure =
      posix_spawnp(&child, argv[0], nullptr, &attributes, argv.data(), null_terminated(environment).data());
  posix_spawnattr_destroy(&attributes);
  if (failure == 0) return Done{};
  return Error{"not_started", "The game cannot be started with " + arguments.front() + ": " + strerror(failure) + "."};
}

}  // namespace slashpass
