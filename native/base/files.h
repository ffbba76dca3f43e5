#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace slashpass {

/// The whole content of a file; nothing when it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& path);

/// Replaces a file at once: a reader sees the old content or the new one. Makes the directories, private to the
/// user, follows a symbolic link, and keeps the mode of a file that is there.
bool write_file(const std::filesystem::path& path, std::string_view content, std::filesystem::perms mode);

/// Removes a file or an empty directory; whatever else is there stays.
void remove_if_empty(const std::filesystem::path& path);

}  // namespace slashpass
