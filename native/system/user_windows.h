#pragma once

#include <windows.h>

#include <string>

namespace slashpass {

/// The security identifier of the user of this process; empty on failure.
std::wstring current_user();

/// The security identifier of the user of another process; empty without the right to query it, as for most processes
/// of other users.
std::wstring user_of_process(ULONG process);

bool is_same_user(ULONG process);

}  // namespace slashpass
