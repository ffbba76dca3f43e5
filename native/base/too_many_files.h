#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace slashpass {

/// Returns `too_many_files` if the errno `reason` is a limit of open files.
std::optional<Error> too_many_files(const std::string& what, int reason);

}  // namespace slashpass
