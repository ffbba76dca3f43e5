#pragma once

#include <string>

#include "base/file_descriptor_posix.h"

namespace slashpass {

/// Creates a non-blocking Unix socket that closes on exec and does not raise SIGPIPE. Empty on failure.
FileDescriptor make_socket();

/// Accepts the next connection, with the same flags as `make_socket`. Empty if there is none.
FileDescriptor accept_from(const FileDescriptor& listener);

/// Whether the peer process belongs to this user, according to the kernel.
bool is_same_user(const FileDescriptor& socket);

/// Returns a path inside an open directory, to be used as a socket address.
std::string path_within(const FileDescriptor& directory, const std::string& name);

}  // namespace slashpass
