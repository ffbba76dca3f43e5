#pragma once

#include <filesystem>

#include "scheme/registration.h"

namespace slashpass {

// Next to an installed redirect-opener.

/// Codes: `missing`, `unreadable_registration` for invalid content, and those of `read_file`.
Result<Registration> read_registration(const std::filesystem::path& directory);

Status write_registration(const std::filesystem::path& directory, const Registration& registration);

void remove_registration(const std::filesystem::path& directory);

}  // namespace slashpass
