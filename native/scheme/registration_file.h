#pragma once

#include <filesystem>
#include <optional>

#include "scheme/registration.h"

namespace slashpass {

// The file beside an installed redirect-opener that tells it what it may do.

/// Nothing when there is none that can be read.
std::optional<Registration> read_registration(const std::filesystem::path& directory);

bool write_registration(const std::filesystem::path& directory, const Registration& registration);

void remove_registration(const std::filesystem::path& directory);

}  // namespace slashpass
