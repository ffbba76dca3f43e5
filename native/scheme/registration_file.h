#pragma once

#include <filesystem>

#include "scheme/registration.h"

namespace slashpass {

// Reads and writes the registration, a file next to the installed redirect-opener.

/// Codes: `missing`, `unreadable_registration` if the content is invalid, and those of `read_file`.
Result<Registration> read_registration(const std::filesystem::path& directory);

Status write_registration(const std::filesystem::path& directory, const Registration& registration);

void remove_registration(const std::filesystem::path& directory);

}  // namespace slashpass
