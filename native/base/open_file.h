#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "base/result.h"

namespace slashpass {

using OpenFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

enum class Opening {
  /// A file that is there; a symbolic link is followed.
  read,
  /// A new file of this user alone, which must not be there yet.
  create,
  /// A file of this user alone, emptied when it is there. Never what a symbolic link leads to.
  empty,
};

/// Opens a file that no child process inherits. Codes: `missing`, `invalid_path`, `too_many_files`, `not_a_file` for
/// pipes, devices, folders and (but for reading) symbolic links, `not_readable`, `not_writable`.
Result<OpenFile> open_file(const std::filesystem::path& path, Opening opening);

/// The failure to open `path` that the errno `reason` stands for.
Error open_error(const std::filesystem::path& path, Opening opening, int reason);

/// What is no file is refused before it can hang or do anything.
Error no_file(const std::filesystem::path& path);

/// A NUL byte would cut the path short for the system, which would open another file.
bool holds_nul(const std::filesystem::path& path);

/// The path that UTF-8 names.
std::filesystem::path path_named(const std::string& name);

/// The path as UTF-8, for messages.
std::string path_text(const std::filesystem::path& path);

}  // namespace slashpass
