#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace slashpass {

/// Says that `what` needed one more open file than there may be, if that is what the errno `reason` means.
std::optional<Error> too_many_files(const std::string& what, int reason);

}  // namespace slashpass
