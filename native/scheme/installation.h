#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"
#include "scheme/registration.h"

namespace slashpass {

/// A scheme's files: its registration, and its own copy of redirect-opener, which remains when other games are updated
/// or AppImages are unmounted.
struct Installation {
  std::filesystem::path directory;

  std::filesystem::path opener() const;
};

Result<Installation> installation_of(const std::string& scheme);

Status install(const Installation& installation, std::string_view opener, const Registration& registration);

/// Whether the installed redirect-opener has this content and is executable.
bool is_current(const Installation& installation, std::string_view opener);

void uninstall(const Installation& installation);

}  // namespace slashpass
