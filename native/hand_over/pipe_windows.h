#pragma once

#include <string>

namespace slashpass {

/// Contains the user, so users of one machine have separate pipes.
std::wstring pipe_name(const std::string& scheme);

}  // namespace slashpass
