#include "system/tool_linux.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "system/child_environment.h"

namespace slashpass {
namespace {

using Clock = std::chrono::steady_clock;

void wait_for(pid_t child, std::chrono::milliseconds limit) {
  const auto deadline = Clock::now() + limit;
  while (waitpid(child, nullptr, WNOHANG) == 0) {
    if (Clock::now() > deadline) {
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

void run_tool(const std::vector<std::string>& arguments, std::chrono::milliseconds limit) {
  const auto argv = null_terminated(arguments);
  const auto environment = child_environment(environ);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
  }
  pid_t child;
  const int failure =
      posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), null_terminated(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failure == 0) wait_for(child, limit);
}

}  // namespace slashpass
