#pragma once

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

/// Keeps the other processes that ask for this lock of the directory away until it is destroyed, or the process ends in
/// whichever way; no file stays behind. Empty where the directory cannot be locked (some network file systems).
/// Codes: `busy` when another process holds it for seconds, and those of `open_file`.
Result<DirectoryLock> lock_directory(const std::filesystem::path& directory);

}  // namespace slashpass
