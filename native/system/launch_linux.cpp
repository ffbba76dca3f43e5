#include <spawn.h>
#include <unistd.h>

#include <cstring>

#include "system/launch.h"

extern char** environ;

namespace slashpass {

Status start_program(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // A session of its own: the program does not end with whatever started this one.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  pid_t child;
  const int failure = posix_spawnp(&child, argv[0], nullptr, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  if (failure == 0) return Done{};
  return Error{"not_started", "The game cannot be started with " + arguments.front() + ": " + strerror(failure) + "."};
}

}  // namespace slashpass
