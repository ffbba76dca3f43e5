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

/// Limits the wait in `lock_directory`: `standstill` is the longest time without a change to the directory, `total`
/// the longest time overall.
struct LockTimeout {
  std::chrono::milliseconds standstill = std::chrono::seconds(5);
  std::chrono::milliseconds total = std::chrono::minutes(1);
};

/// Locks the directory against other processes that call this function. The lock is released when the returned object
/// is destroyed or the process exits, and it leaves no file behind. The wait continues while the directory changes,
/// because some process is then making progress. Returns an empty lock if the directory cannot be locked, as on some
/// network file systems. Codes: `busy` after a timeout, and those of `open_file`.
Result<DirectoryLock> lock_directory(const std::filesystem::path& directory, LockTimeout timeout = {});

}  // namespace slashpass
