#pragma once

#include <windows.h>

#include <string>

namespace slashpass {

/// Returns the user's security identifier; empty if unknown.
std::wstring current_user();

/// Returns an empty string without permission, as for most other users' processes.
std::wstring user_of_process(ULONG process);

bool is_same_user(ULONG process);

}  // namespace slashpass
