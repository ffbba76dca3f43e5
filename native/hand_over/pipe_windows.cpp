#include "hand_over/pipe_windows.h"

#include <sddl.h>

#include <cstddef>
#include <vector>

#include "system/handle_windows.h"
#include "system/wide_windows.h"

namespace slashpass {
namespace {

std::wstring user_of(HANDLE process) {
  HANDLE opened = nullptr;
  if (!OpenProcessToken(process, TOKEN_QUERY, &opened)) return L"";
  const Handle token(opened);
  alignas(TOKEN_USER) std::byte room[sizeof(TOKEN_USER) + SECURITY_MAX_SID_SIZE];
  DWORD size = 0;
  if (!GetTokenInformation(token.get(), TokenUser, room, sizeof(room), &size)) return L"";
  LPWSTR text = nullptr;
  if (!ConvertSidToStringSidW(reinterpret_cast<TOKEN_USER*>(room)->User.Sid, &text)) return L"";
  std::wstring user = text;
  LocalFree(text);
  return user;
}

}  // namespace

std::wstring current_user() { return user_of(GetCurrentProcess()); }

bool is_same_user(ULONG process) {
  const Handle other(OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, process));
  const auto user = current_user();
  return other && !user.empty() && user_of(other.get()) == user;
}

std::wstring pipe_name(const std::string& scheme) {
  return L"\\\\.\\pipe\\slashpass-" + current_user() + L"-" + wide(scheme);
}

}  // namespace slashpass
