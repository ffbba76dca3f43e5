#pragma once

#include <windows.h>

#include <string>

namespace slashpass {

/// Returns the security identifier of this process's user; empty on failure.
std::wstring current_user();

/// Returns the security identifier of another process's user; empty without the right to query it, which is usual for
/// other users' processes.
std::wstring user_of_process(ULONG process);

bool is_same_user(ULONG process);

}  // namespace slashpass
