#pragma once

#include <windows.h>

#include <string>

namespace slashpass {

/// The security identifier of the user this process runs as; empty when the system does not tell.
std::wstring current_user();

/// The same of another process; empty where this user may not ask, as of those of most other users.
std::wstring user_of_process(ULONG process);

/// Whether a process runs as the same user as this one.
bool is_same_user(ULONG process);

}  // namespace slashpass
