#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace slashpass {

/// The whole content of a file. Codes: `missing`, and the others of `open_file`.
Result<std::string> read_file(const std::filesystem::path& path);

/// Replaces a file at once: a reader sees the old content or the new one. Makes the directories, private to the
/// user, follows a symbolic link, and keeps the mode of a file that is there.
Status write_file(const std::filesystem::path& path, std::string_view content, std::filesystem::perms mode);

/// The new content of a file for what is in it now; nothing stands for no file.
using FileEdit = std::function<std::optional<std::string>(const std::optional<std::string>& now)>;

/// The same for a part of a file: processes that edit a file at once do it one after the other, and what cannot be read
/// is left alone.
Status edit_file(const std::filesystem::path& path, const FileEdit& edit, std::filesystem::perms mode);

/// What lies in the directory, as far as it can be read. A range-for over it throws where reading fails in the middle.
std::vector<std::filesystem::directory_entry> entries_of(const std::filesystem::path& directory);

/// Removes a file or an empty directory; whatever else is there stays.
void remove_if_empty(const std::filesystem::path& path);

}  // namespace slashpass
