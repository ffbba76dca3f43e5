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

/// Timeouts for `lock_directory`: `standstill` applies while the directory does not change, `total` to the whole wait.
struct LockTimeout {
  std::chrono::milliseconds standstill = std::chrono::seconds(5);
  std::chrono::milliseconds total = std::chrono::minutes(1);
};

/// Locks the directory against other processes that call this function, until the lock is destroyed or the process
/// ends; no file stays behind. Keeps waiting while the directory changes, because that means some process is making
/// progress. Returns an empty lock if the directory cannot be locked (some network file systems). Codes: `busy` after
/// a timeout, and those of `open_file`.
Result<DirectoryLock> lock_directory(const std::filesystem::path& directory, LockTimeout timeout = {});

}  // namespace slashpass
