#pragma once

#include <sys/types.h>

#include <optional>

namespace slashpass {

/// The user of a Unix socket's peer, according to the kernel.
std::optional<uid_t> peer_user(int socket);

}  // namespace slashpass
