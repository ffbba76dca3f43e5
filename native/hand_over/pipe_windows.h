#pragma once

#include <string>

namespace slashpass {

/// The name of the pipe of a scheme. Holds the user, so that two users of one machine do not meet.
std::wstring pipe_name(const std::string& scheme);

}  // namespace slashpass
