#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "base/result.h"

namespace slashpass {

using OpenFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

enum class Opening {
  /// An existing file; follows a symbolic link.
  read,
  /// A new private file; fails if it exists.
  create,
  /// A truncated or new private file. Does not follow a symbolic link.
  empty,
};

/// Opens a file that child processes do not inherit. Codes: `missing`, `invalid_path`, `too_many_files`,
/// `not_readable`, `not_writable`, and `not_a_file` for pipes, devices, folders and (except for reading) symbolic
/// links.
Result<OpenFile> open_file(const std::filesystem::path& path, Opening opening);

/// Converts the errno `reason` of a failed open to an error.
Error open_error(const std::filesystem::path& path, Opening opening, int reason);

Error no_file(const std::filesystem::path& path);

/// The system would truncate the path at a NUL byte.
bool holds_nul(const std::filesystem::path& path);

/// Converts UTF-8 to a path.
std::filesystem::path path_named(const std::string& name);

/// Converts a path to UTF-8, for messages.
std::string path_text(const std::filesystem::path& path);

}  // namespace slashpass
