#pragma once

#include <filesystem>

#include "scheme/registration.h"

namespace slashpass {

// The file in the directory of an installed redirect-opener that lists the allowed actions.

/// Codes: `missing`, `unreadable_registration` if the content is invalid, and those of `read_file`.
Result<Registration> read_registration(const std::filesystem::path& directory);

Status write_registration(const std::filesystem::path& directory, const Registration& registration);

void remove_registration(const std::filesystem::path& directory);

}  // namespace slashpass
