#pragma once

#include <filesystem>
#include <string>

namespace slashpass {

// A scheme's desktop file (freedesktop.org, Desktop Entry Specification).

/// Returns the file's name in the applications directory.
std::string desktop_file_name(const std::string& scheme);

/// Returns the MIME type that represents the scheme.
std::string scheme_type(const std::string& scheme);

/// Whether `opener` can be written in an Exec line without quotes. Desktop environments differ in how they parse quoted
/// paths.
bool fits_exec_line(const std::filesystem::path& opener);

/// Returns a desktop entry's content. `--` keeps the URI from being parsed as an option.
std::string desktop_entry(const std::string& scheme, const std::string& name, const std::filesystem::path& opener);

/// Whether the entry has the Exec line that `desktop_entry` writes.
bool starts_opener(const std::string& entry, const std::filesystem::path& opener);

bool program_exists(const std::string& entry);

}  // namespace slashpass
