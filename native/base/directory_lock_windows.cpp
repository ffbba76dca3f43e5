#include <windows.h>

#include "base/directory_lock.h"
#include "base/open_file.h"

namespace slashpass {

// Uses one mutex for all directories, because Windows cannot lock a directory and registrations are rare. Does not
// observe changes, so only `total` applies.
Result<DirectoryLock> lock_directory(const std::filesystem::path& directory, LockTimeout timeout) {
  const HANDLE mutex = CreateMutexW(nullptr, FALSE, L"Local\\slashpass-files");
  if (mutex == nullptr) return DirectoryLock(nullptr, [](void*) {});
  const auto waited = WaitForSingleObject(mutex, static_cast<DWORD>(timeout.total.count()));
  if (waited == WAIT_OBJECT_0 || waited == WAIT_ABANDONED) {
    return DirectoryLock(mutex, [](void* held) {
      ReleaseMutex(held);
      CloseHandle(held);
    });
  }
  CloseHandle(mutex);
  return Error{"busy", "Another process has been changing files in " + path_text(directory) + " for several seconds."};
}

}  // namespace slashpass
