#pragma once

#include <windows.h>

#include <string>

namespace slashpass {

/// The security identifier of the user this process runs as; empty when the system does not tell.
std::wstring current_user();

/// Whether a process runs as that user.
bool is_same_user(ULONG process);

/// The name of the pipe of a scheme. Holds the user, so that two users of one machine do not meet.
std::wstring pipe_name(const std::string& scheme);

}  // namespace slashpass
