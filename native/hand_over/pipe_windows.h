#pragma once

#include <string>

namespace slashpass {

/// A scheme's pipe name. It includes the user, because all users of a machine share one set of pipe names.
std::wstring pipe_name(const std::string& scheme);

}  // namespace slashpass
