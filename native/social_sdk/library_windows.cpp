#include <windows.h>

#include "social_sdk/library.h"
#include "system/wide_windows.h"

namespace slashpass::social_sdk {
namespace {

bool is_absolute(const std::string& path) {
  const bool has_drive = path.size() > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/');
  return has_drive || path.starts_with("\\\\");
}

}  // namespace

Result<Library> Library::open(const std::string& path) {
  if (!is_absolute(path)) return Error{"invalid_path", "the path is not absolute"};
  constexpr DWORD search = LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_SYSTEM32;
  HMODULE handle = LoadLibraryExW(wide(path).c_str(), nullptr, search);
  if (handle != nullptr) return Library(handle);
  const DWORD reason = GetLastError();
  if (reason == ERROR_BAD_EXE_FORMAT) return Error{"not_loadable", "it was built for another processor or system"};
  return Error{"not_loadable", "it cannot be loaded (Windows error " + std::to_string(reason) + ")"};
}

void* Library::find(const char* name) const {
  return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle_), name));
}

}  // namespace slashpass::social_sdk
