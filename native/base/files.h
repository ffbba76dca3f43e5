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

/// Replaces a file atomically. Creates private directories, follows a symbolic link, and keeps the mode of an existing
/// file.
Status write_file(const std::filesystem::path& path, std::string_view content, std::filesystem::perms mode);

/// Maps the current content to the new one; `std::nullopt` means no file.
using FileEdit = std::function<std::optional<std::string>(const std::optional<std::string>& now)>;

/// Edits a file under its directory's lock. An unreadable file is left unchanged.
Status edit_file(const std::filesystem::path& path, const FileEdit& edit, std::filesystem::perms mode);

/// Lists the entries that can be read. Never throws, unlike a range-for over a directory iterator.
std::vector<std::filesystem::directory_entry> entries_of(const std::filesystem::path& directory);

void remove_if_empty(const std::filesystem::path& path);

}  // namespace slashpass
