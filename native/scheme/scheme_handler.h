#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace slashpass {

struct SchemeHandler {
  /// A desktop file, command line or bundle; empty if there is none.
  std::string owner;
  /// Whether it is the scheme's redirect-opener.
  bool ours = false;
  /// Whether the program exists.
  bool works = false;
};

// The scheme's redirect-opener, which may not be installed.

Result<SchemeHandler> scheme_handler(const std::string& scheme, const std::filesystem::path& opener);

/// The browser shows `name` to the player. Codes: `unusable_path` on Linux, and those of file functions.
Status set_scheme_handler(const std::string& scheme, const std::string& name, const std::filesystem::path& opener);

/// Undoes `set_scheme_handler`. Code: `scheme_taken` if another program changed the entry.
Status remove_scheme_handler(const std::string& scheme, const std::filesystem::path& opener);

}  // namespace slashpass
