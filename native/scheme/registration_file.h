#pragma once

#include <filesystem>

#include "scheme/registration.h"

namespace slashpass {

// The file beside an installed redirect-opener that tells it what it may do.

/// Codes: `missing`, `unreadable_registration` for one that is none, and those of `read_file`.
Result<Registration> read_registration(const std::filesystem::path& directory);

Status write_registration(const std::filesystem::path& directory, const Registration& registration);

void remove_registration(const std::filesystem::path& directory);

}  // namespace slashpass
