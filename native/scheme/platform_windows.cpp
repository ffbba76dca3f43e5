#include <windows.h>

#include "scheme/platform.h"
#include "system/wide_windows.h"

namespace slashpass {
namespace {

namespace fs = std::filesystem;

std::wstring file_of(HMODULE module) {
  std::wstring path(32768, L'\0');
  path.resize(GetModuleFileNameW(module, path.data(), static_cast<DWORD>(path.size())));
  return path;
}

}  // namespace

const char* const opener_name = "redirect-opener.exe";

Result<fs::path> registrations_directory() {
  // Does not use getenv, because the C runtime's copy of the environment may be stale.
  std::wstring local(32768, L'\0');
  local.resize(GetEnvironmentVariableW(L"LOCALAPPDATA", local.data(), static_cast<DWORD>(local.size())));
  if (local.empty()) return Error{"no_home", "LOCALAPPDATA is not a directory."};
  return fs::path(local) / "slashpass";
}

Result<std::vector<std::string>> own_command() {
  auto program = utf8(file_of(nullptr));
  if (program.empty()) return Error{"no_program", "The running program's path is unknown."};
  return std::vector{program};
}

std::string installed_file(const std::string& script) {
  // electron-builder unpacks a portable program temporarily and deletes the files when the program exits.
  if (GetEnvironmentVariableW(L"PORTABLE_EXECUTABLE_DIR", nullptr, 0) > 0) return "";
  return script.empty() ? utf8(file_of(nullptr)) : script;
}

fs::path path_of(const std::string& text) { return wide(text); }

bool sees_whole_machine() { return true; }

}  // namespace slashpass
