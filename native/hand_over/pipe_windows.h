#pragma once

#include <string>

namespace slashpass {

/// The pipe name of a scheme. It contains the user, because pipe names are shared by all users of a machine.
std::wstring pipe_name(const std::string& scheme);

}  // namespace slashpass
