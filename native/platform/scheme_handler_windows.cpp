#include <windows.h>

#include "platform/registry_windows.h"
#include "platform/scheme_handler.h"
#include "platform/wide_windows.h"

namespace slashpass {
namespace {

namespace fs = std::filesystem;

constexpr const wchar_t* user_choices = L"Software\\Microsoft\\Windows\\Shell\\Associations\\UrlAssociations\\";

std::wstring class_key(const std::wstring& scheme) { return L"Software\\Classes\\" + scheme; }

// The separator keeps a URI from passing for an option, the quotes keep it one argument.
std::wstring command_of(const fs::path& opener) { return L"\"" + opener.wstring() + L"\" -- \"%1\""; }

// What the player chose goes before what is registered; the user's classes go before the machine's.
std::wstring chosen_command(const std::wstring& scheme) {
  const auto choice = read_registry_text(HKEY_CURRENT_USER, user_choices + scheme + L"\\UserChoice", L"ProgId");
  const auto& program = choice.empty() ? scheme : choice;
  const auto command = L"\\shell\\open\\command";
  const auto own = read_registry_text(HKEY_CURRENT_USER, class_key(program) + command, nullptr);
  return own.empty() ? read_registry_text(HKEY_LOCAL_MACHINE, class_key(program) + command, nullptr) : own;
}

bool program_exists(const std::wstring& command) {
  const bool quoted = command.starts_with(L'"');
  const auto end = command.find(quoted ? L'"' : L' ', 1);
  std::error_code failed;
  return fs::exists(command.substr(quoted, end - quoted), failed);
}

Error cannot_write(const std::string& scheme) {
  return Error{"not_writable", "The registry key of the scheme \"" + scheme + "\" cannot be written."};
}

}  // namespace

Result<SchemeHandler> scheme_handler(const std::string& scheme, const fs::path& opener) {
  const auto command = chosen_command(wide(scheme));
  return SchemeHandler{utf8(command), command == command_of(opener), !command.empty() && program_exists(command)};
}

Status set_scheme_handler(const std::string& scheme, const std::string& name, const fs::path& opener) {
  const auto key = class_key(wide(scheme));
  if (!write_registry_text(key, nullptr, L"URL:" + wide(name)) || !write_registry_text(key, L"URL Protocol", L"") ||
      !write_registry_text(key + L"\\shell\\open\\command", nullptr, command_of(opener))) {
    return cannot_write(scheme);
  }
  return Done{};
}

Status remove_scheme_handler(const std::string& scheme, const fs::path& opener) {
  const auto key = class_key(wide(scheme));
  const auto command = read_registry_text(HKEY_CURRENT_USER, key + L"\\shell\\open\\command", nullptr);
  if (command.empty()) return Done{};
  if (command != command_of(opener)) {
    return Error{"scheme_taken", "The registry key of the scheme \"" + scheme + "\" was changed by somebody else."};
  }
  if (RegDeleteTreeW(HKEY_CURRENT_USER, key.c_str()) != ERROR_SUCCESS) return cannot_write(scheme);
  return Done{};
}

}  // namespace slashpass
