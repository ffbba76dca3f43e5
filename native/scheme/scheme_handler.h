#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace slashpass {

/// What the system starts for a scheme now.
struct SchemeHandler {
  /// A desktop file, a command line or a bundle; empty when the system starts nothing.
  std::string owner;
  /// Whether it is the redirect-opener of this scheme, called as we call it.
  bool ours = false;
  /// Whether what it starts is still there.
  bool works = false;
};

// `opener` is where the redirect-opener of the scheme is, or would be, installed.

Result<SchemeHandler> scheme_handler(const std::string& scheme, const std::filesystem::path& opener);

/// Makes `opener` what the system starts for the scheme; `name` is what the player reads when the browser asks.
Status set_scheme_handler(const std::string& scheme, const std::string& name, const std::filesystem::path& opener);

/// Takes back exactly what `set_scheme_handler` wrote.
Status remove_scheme_handler(const std::string& scheme, const std::filesystem::path& opener);

}  // namespace slashpass
