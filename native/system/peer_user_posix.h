#pragma once

#include <sys/types.h>

#include <optional>

namespace slashpass {

/// The user of the process at the other end of a connected Unix socket; the kernel says so.
std::optional<uid_t> peer_user(int socket);

}  // namespace slashpass
