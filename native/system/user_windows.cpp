#include "system/user_windows.h"

#include <sddl.h>

#include <cstddef>

#include "system/handle_windows.h"

namespace slashpass {
namespace {

std::wstring user_of(HANDLE process) {
  HANDLE opened = nullptr;
  if (!OpenProcessToken(process, TOKEN_QUERY, &opened)) return L"";
  const Handle token(opened);
  alignas(TOKEN_USER) std::byte buffer[sizeof(TOKEN_USER) + SECURITY_MAX_SID_SIZE];
  DWORD size = 0;
  if (!GetTokenInformation(token.get(), TokenUser, buffer, sizeof(buffer), &size)) return L"";
  LPWSTR text = nullptr;
  if (!ConvertSidToStringSidW(reinterpret_cast<TOKEN_USER*>(buffer)->User.Sid, &text)) return L"";
  std::wstring user = text;
  LocalFree(text);
  return user;
}

}  // namespace

std::wstring current_user() { return user_of(GetCurrentProcess()); }

std::wstring user_of_process(ULONG process) {
  const Handle opened(OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, process));
  return opened ? user_of(opened.get()) : L"";
}

bool is_same_user(ULONG process) {
  const auto user = current_user();
  return !user.empty() && user_of_process(process) == user;
}

}  // namespace slashpass
