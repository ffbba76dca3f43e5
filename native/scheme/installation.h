#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "scheme/registration.h"

namespace slashpass {

/// The files of one scheme: a redirect-opener of its own, so that neither an update of another game nor an
/// unmounted AppImage takes it away, and its registration.
struct Installation {
  std::filesystem::path directory;

  std::filesystem::path opener() const;
};

Result<Installation> installation_of(const std::string& scheme);

/// Copies the shipped redirect-opener and writes the registration.
Status install(const Installation& installation, const Registration& registration);

/// Whether the installed redirect-opener is the shipped one, byte for byte.
bool is_current(const Installation& installation);

void uninstall(const Installation& installation);

}  // namespace slashpass
