#pragma once

#include <string>

#include "base/file_descriptor_posix.h"

namespace slashpass {

/// A non-blocking Unix socket that closes on exec, without SIGPIPE. Empty on failure.
FileDescriptor make_socket();

/// Accepts the next connection of a listening socket, with the flags of `make_socket`. Empty if there is no
/// connection.
FileDescriptor accept_from(const FileDescriptor& listener);

/// Whether the peer process belongs to this user, according to the kernel.
bool is_same_user(const FileDescriptor& socket);

/// A path in an open directory, for a socket address.
std::string path_within(const FileDescriptor& directory, const std::string& name);

}  // namespace slashpass
