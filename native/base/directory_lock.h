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

/// Timeouts while the directory does not change, and in total.
struct LockPatience {
  std::chrono::milliseconds standstill = std::chrono::seconds(5);
  std::chrono::milliseconds total = std::chrono::minutes(1);
};

/// Locks the directory against other processes until the lock is destroyed or the process ends; leaves no file behind.
/// Empty if the directory cannot be locked (some network file systems). Codes: `busy` after a timeout, and those of
/// `open_file`.
Result<DirectoryLock> lock_directory(const std::filesystem::path& directory, LockPatience patience = {});

}  // namespace slashpass
