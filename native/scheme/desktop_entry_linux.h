#pragma once

#include <filesystem>
#include <string>

namespace slashpass {

// The desktop file of a scheme (freedesktop.org, Desktop Entry Specification).

/// In the directory of applications.
std::string desktop_file_name(const std::string& scheme);

/// The MIME type for the handler of a scheme.
std::string scheme_type(const std::string& scheme);

/// Whether `opener` can be written in an Exec line without quotes. Desktops disagree about quoted paths.
bool fits_exec_line(const std::filesystem::path& opener);

/// The content of a desktop entry. `--` precedes the URI, because a URI must not be parsed as an option.
std::string desktop_entry(const std::string& scheme, const std::string& name, const std::filesystem::path& opener);

/// Whether the file has the Exec line of `desktop_entry`.
bool starts_opener(const std::string& entry, const std::filesystem::path& opener);

bool program_exists(const std::string& entry);

}  // namespace slashpass
