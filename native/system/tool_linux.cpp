#include "system/tool_linux.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string_view>
#include <thread>

namespace slashpass {
namespace {

using Clock = std::chrono::steady_clock;

std::vector<char*> clean_environment() {
  std::vector<char*> kept;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!text.starts_with("LD_PRELOAD=") && !text.starts_with("LD_LIBRARY_PATH=")) kept.push_back(*entry);
  }
  kept.push_back(nullptr);
  return kept;
}

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
  std::vector<char*> argv;
  for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
  }
  pid_t child;
  const int failure = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), clean_environment().data());
  posix_spawn_file_actions_destroy(&actions);
  if (failure == 0) wait_for(child, limit);
}

}  // namespace slashpass
