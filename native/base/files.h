#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace slashpass {

/// Reads the whole file. Codes: those of `open_file`, such as `missing`.
Result<std::string> read_file(const std::filesystem::path& path);

/// Replaces a file atomically. Creates missing directories, accessible only to the user; follows a symbolic link, and
/// keeps an existing file's mode.
Status write_file(const std::filesystem::path& path, std::string_view content, std::filesystem::perms mode);

/// Maps a file's current content to its new content; `std::nullopt` means that there is no file.
using FileEdit = std::function<std::optional<std::string>(const std::optional<std::string>& now)>;

/// Edits a file while holding its directory's lock. A file that cannot be read is left unchanged.
Status edit_file(const std::filesystem::path& path, const FileEdit& edit, std::filesystem::perms mode);

/// Lists as much of the directory as can be read, without throwing (a range-for over a directory iterator throws on a
/// read error).
std::vector<std::filesystem::directory_entry> entries_of(const std::filesystem::path& directory);

/// Removes a file or an empty directory.
void remove_if_empty(const std::filesystem::path& path);

}  // namespace slashpass
