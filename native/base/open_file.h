#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "base/result.h"

namespace slashpass {

using OpenFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

enum class Opening {
  /// An existing file. Follows a symbolic link.
  read,
  /// A new file, accessible only to this user. Fails if the file exists.
  create,
  /// A file accessible only to this user, truncated if it exists. Does not follow a symbolic link.
  empty,
};

/// Opens a file that child processes do not inherit. Codes: `missing`, `invalid_path`, `too_many_files`,
/// `not_readable`, `not_writable`, and `not_a_file` for pipes, devices, directories and (except when reading) symbolic
/// links.
Result<OpenFile> open_file(const std::filesystem::path& path, Opening opening);

/// Converts the errno of a failed open to an error.
Error open_error(const std::filesystem::path& path, Opening opening, int reason);

/// Returns the error for a path that is not a regular file.
Error no_file(const std::filesystem::path& path);

/// Whether the path contains a NUL byte, at which the system would truncate it.
bool holds_nul(const std::filesystem::path& path);

/// Converts a UTF-8 string to a path.
std::filesystem::path path_named(const std::string& name);

/// Converts a path to UTF-8, for messages.
std::string path_text(const std::filesystem::path& path);

}  // namespace slashpass
