#include <windows.h>

#include "scheme/registry_windows.h"
#include "scheme/scheme_handler.h"
#include "system/wide_windows.h"

namespace slashpass {
namespace {

namespace fs = std::filesystem;

constexpr const wchar_t* user_choices = L"Software\\Microsoft\\Windows\\Shell\\Associations\\UrlAssociations\\";

std::wstring class_key(const std::wstring& scheme) { return L"Software\\Classes\\" + scheme; }

// `--` keeps the URI from being parsed as an option; the quotes keep it a single argument.
std::wstring command_of(const fs::path& opener) { return L"\"" + opener.wstring() + L"\" -- \"%1\""; }

std::wstring registered_command(HKEY root, const std::wstring& scheme) {
  return read_registry_text(root, class_key(scheme) + L"\\shell\\open\\command", nullptr);
}

// The player's choice takes precedence over registrations, and the user's classes take precedence over the machine's.
std::wstring chosen_command(const std::wstring& scheme) {
  const auto choice = read_registry_text(HKEY_CURRENT_USER, user_choices + scheme + L"\\UserChoice", L"ProgId");
  const auto& program = choice.empty() ? scheme : choice;
  const auto own = registered_command(HKEY_CURRENT_USER, program);
  return own.empty() ? registered_command(HKEY_LOCAL_MACHINE, program) : own;
}

// Returns true in case of doubt, because an existing program must keep its scheme. An unquoted path may contain spaces.
bool program_exists(const std::wstring& command) {
  const bool quoted = command.starts_with(L'"');
  const auto path = quoted ? command.substr(1, command.find(L'"', 1) - 1) : command;
  if (!fs::path(path).is_absolute()) return true;
  std::error_code failed;
  for (auto end = path.find(L' '); end != std::wstring::npos; end = path.find(L' ', end + 1)) {
    if (!quoted && fs::is_regular_file(path.substr(0, end), failed)) return true;
  }
  return fs::is_regular_file(path, failed);
}

Error cannot_write(const std::string& scheme) {
  return Error{"not_writable", "The registry key for the scheme \"" + scheme + "\" cannot be written."};
}

}  // namespace

Result<SchemeHandler> scheme_handler(const std::string& scheme, const fs::path& opener) {
  const auto command = chosen_command(wide(scheme));
  return SchemeHandler{utf8(command), command == command_of(opener), !command.empty() && program_exists(command)};
}

Status set_scheme_handler(const std::string& scheme, const std::string& name, const fs::path& opener) {
  const auto key = class_key(wide(scheme));
  // Deletes another program's key, because other values in it would take precedence over the command.
  if (registered_command(HKEY_CURRENT_USER, wide(scheme)) != command_of(opener)) {
    RegDeleteTreeW(HKEY_CURRENT_USER, key.c_str());
  }
  if (!write_registry_text(key, nullptr, L"URL:" + wide(name)) || !write_registry_text(key, L"URL Protocol", L"") ||
      !write_registry_text(key + L"\\shell\\open\\command", nullptr, command_of(opener))) {
    return cannot_write(scheme);
  }
  return Done{};
}

Status remove_scheme_handler(const std::string& scheme, const fs::path& opener) {
  const auto command = registered_command(HKEY_CURRENT_USER, wide(scheme));
  if (command.empty()) return Done{};
  if (command != command_of(opener)) {
    return Error{"scheme_taken", "The registry key for the scheme \"" + scheme + "\" was changed by another program."};
  }
  if (RegDeleteTreeW(HKEY_CURRENT_USER, class_key(wide(scheme)).c_str()) != ERROR_SUCCESS) return cannot_write(scheme);
  return Done{};
}

}  // namespace slashpass
