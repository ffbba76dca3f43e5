#pragma once

#include <string>

namespace slashpass {

/// Returns a scheme's pipe name. It contains the user, because all users of a machine share the same pipe names.
std::wstring pipe_name(const std::string& scheme);

}  // namespace slashpass
