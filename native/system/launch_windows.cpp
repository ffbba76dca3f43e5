#include <windows.h>

#include <algorithm>

#include "system/child_environment.h"
#include "system/command_line.h"
#include "system/handle_windows.h"
#include "system/launch.h"
#include "system/wide_windows.h"

namespace slashpass {
namespace {

// Batch files are rejected, because the command interpreter parses their arguments, so an argument could inject a
// command.
bool is_batch_file(std::string program) {
  std::transform(program.begin(), program.end(), program.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return program.ends_with(".bat") || program.ends_with(".cmd");
}

}  // namespace

Status start_program(const std::vector<std::string>& arguments) {
  // Changing this process's environment is safe, because only redirect-opener starts programs.
  for (const auto name : game_only_variables) SetEnvironmentVariableW(wide(name).c_str(), nullptr);
  STARTUPINFOW startup{};
  startup.cb = sizeof(startup);
  PROCESS_INFORMATION started{};
  auto line = wide(windows_command_line(arguments));
  if (is_batch_file(arguments.front()) ||
      !CreateProcessW(nullptr, line.data(), nullptr, nullptr, FALSE, CREATE_NEW_PROCESS_GROUP, nullptr, nullptr,
                      &startup, &started)) {
    return Error{"not_started", "The game cannot be started with " + arguments.front() + "."};
  }
  CloseHandle(started.hThread);
  CloseHandle(started.hProcess);
  return Done{};
}

}  // namespace slashpass
