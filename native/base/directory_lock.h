#pragma once

#include <chrono>
#include <filesystem>

#include "base/result.h"

#ifdef _WIN32
#include <memory>
#else
#include "base/file_descriptor_posix.h"
#endif

namespace slashpass {

#ifdef _WIN32
using DirectoryLock = std::unique_ptr<void, void (*)(void*)>;
#else
using DirectoryLock = FileDescriptor;
#endif

/// Timeouts of `lock_directory`: `standstill` while the directory does not change, `total` for the whole wait.
struct LockTimeout {
  std::chrono::milliseconds standstill = std::chrono::seconds(5);
  std::chrono::milliseconds total = std::chrono::minutes(1);
};

/// Locks the directory against other processes that call this, until the lock is destroyed or the process ends; no
/// file stays behind. Waiting continues while the directory changes, because some process is making progress. The lock
/// is empty if the directory cannot be locked (some network file systems). Codes: `busy` after a timeout, and those of
/// `open_file`.
Result<DirectoryLock> lock_directory(const std::filesystem::path& directory, LockTimeout timeout = {});

}  // namespace slashpass
