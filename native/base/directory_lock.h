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

/// How long a process is waited for that holds the lock and changes nothing, and how long all of them together.
struct LockPatience {
  std::chrono::milliseconds standstill = std::chrono::seconds(5);
  std::chrono::milliseconds total = std::chrono::minutes(1);
};

/// Keeps the other processes that ask for this lock of the directory away until it is destroyed, or the process ends in
/// whichever way; no file stays behind. Empty where the directory cannot be locked (some network file systems).
/// Many processes may wait in turn, and a disk may be slow: as long as the directory changes, somebody gets on.
/// Codes: `busy` when patience ends, and those of `open_file`.
Result<DirectoryLock> lock_directory(const std::filesystem::path& directory, LockPatience patience = {});

}  // namespace slashpass
