#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace slashpass {

/// Returns `too_many_files` if the errno `reason` means that a limit on open files was reached.
std::optional<Error> too_many_files(const std::string& what, int reason);

}  // namespace slashpass
