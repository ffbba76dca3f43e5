#pragma once

#include <sys/types.h>

#include <optional>

namespace slashpass {

/// Returns the user of the process at the other end of a connected Unix socket, as reported by the kernel.
std::optional<uid_t> peer_user(int socket);

}  // namespace slashpass
