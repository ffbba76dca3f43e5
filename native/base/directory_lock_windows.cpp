#include <windows.h>

#include "base/directory_lock.h"
#include "base/open_file.h"

namespace slashpass {

// One lock for all directories: Windows locks none, and registrations are rare.
Result<DirectoryLock> lock_directory(const std::filesystem::path& directory) {
  const HANDLE mutex = CreateMutexW(nullptr, FALSE, L"Local\\slashpass-files");
  if (mutex == nullptr) return DirectoryLock(nullptr, [](void*) {});
  const auto waited = WaitForSingleObject(mutex, 5000);
  if (waited == WAIT_OBJECT_0 || waited == WAIT_ABANDONED) {
    return DirectoryLock(mutex, [](void* held) {
      ReleaseMutex(held);
      CloseHandle(held);
    });
  }
  CloseHandle(mutex);
  return Error{"busy", "Another process has been changing files in " + path_text(directory) + " for seconds."};
}

}  // namespace slashpass
