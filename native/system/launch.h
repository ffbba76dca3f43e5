#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace slashpass {

/// Starts a program that outlives this one. Does not use a shell. Code: `not_started`.
Status start_program(const std::vector<std::string>& arguments);

}  // namespace slashpass
