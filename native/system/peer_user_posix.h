#pragma once

#include <sys/types.h>

#include <optional>

namespace slashpass {

/// Returns the user that runs the peer process of a connected Unix socket, according to the kernel.
std::optional<uid_t> peer_user(int socket);

}  // namespace slashpass
