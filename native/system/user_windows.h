#pragma once

#include <windows.h>

#include <string>

namespace slashpass {

/// Returns the security identifier of this process's user. Empty on failure.
std::wstring current_user();

/// Returns the security identifier of another process's user. Empty if access is denied, as is usual for other users'
/// processes.
std::wstring user_of_process(ULONG process);

bool is_same_user(ULONG process);

}  // namespace slashpass
