#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace slashpass {

/// The program that the system starts for a scheme.
struct SchemeHandler {
  /// A desktop file, a command line or a bundle. Empty if the scheme has no handler.
  std::string owner;
  /// Whether the program is this scheme's redirect-opener.
  bool ours = false;
  /// Whether the program still exists.
  bool works = false;
};

// In these functions, `opener` is the path of the scheme's redirect-opener, which may not be installed.

Result<SchemeHandler> scheme_handler(const std::string& scheme, const std::filesystem::path& opener);

/// Makes `opener` the scheme's handler. The browser shows `name` to the player. Codes: `unusable_path` on Linux, and
/// those of `write_file`.
Status set_scheme_handler(const std::string& scheme, const std::string& name, const std::filesystem::path& opener);

/// Undoes `set_scheme_handler`. Code: `scheme_taken` if another program has changed the entry.
Status remove_scheme_handler(const std::string& scheme, const std::filesystem::path& opener);

}  // namespace slashpass
