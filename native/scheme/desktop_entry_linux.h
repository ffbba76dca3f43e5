#pragma once

#include <filesystem>
#include <string>

namespace slashpass {

// The desktop file of one scheme (freedesktop.org, Desktop Entry Specification).

/// Its name in the directory of the applications.
std::string desktop_file_name(const std::string& scheme);

/// The type under which desktops look up the handler of a scheme.
std::string scheme_type(const std::string& scheme);

/// Whether `opener` can be written in an Exec line without quotes. Desktops disagree about quoted paths.
bool fits_exec_line(const std::filesystem::path& opener);

/// The content of a desktop entry. `--` precedes the URI, because a URI must not be parsed as an option.
std::string desktop_entry(const std::string& scheme, const std::string& name, const std::filesystem::path& opener);

/// Whether a desktop file starts `opener` as `desktop_entry` does.
bool starts_opener(const std::string& entry, const std::filesystem::path& opener);

/// Whether the program of a desktop file's Exec line is there.
bool program_exists(const std::string& entry);

}  // namespace slashpass
