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

/// Replaces a file atomically. Creates missing directories, accessible only to this user. Follows a symbolic link and
/// keeps an existing file's mode.
Status write_file(const std::filesystem::path& path, std::string_view content, std::filesystem::perms mode);

/// Converts a file's current content to its new content. `std::nullopt` stands for a missing file.
using FileEdit = std::function<std::optional<std::string>(const std::optional<std::string>& now)>;

/// Edits a file under its directory's lock. A file that cannot be read is left unchanged.
Status edit_file(const std::filesystem::path& path, const FileEdit& edit, std::filesystem::perms mode);

/// Lists the directory's entries until a read fails. Does not throw, unlike a range-for over a directory iterator.
std::vector<std::filesystem::directory_entry> entries_of(const std::filesystem::path& directory);

/// Removes a file, or a directory if it is empty.
void remove_if_empty(const std::filesystem::path& path);

}  // namespace slashpass
