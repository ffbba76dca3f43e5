#pragma once

#include <string>

#include "base/file_descriptor_posix.h"

namespace slashpass {

/// A Unix socket that closes on exec, does not block and raises no SIGPIPE.
FileDescriptor make_socket();

/// Accepts the next connection of a listening socket, with the flags of `make_socket`. Empty if there is no
/// connection.
FileDescriptor accept_from(const FileDescriptor& listener);

/// Whether the peer process belongs to this user, according to the kernel.
bool is_same_user(const FileDescriptor& socket);

/// A path of `name` inside an open directory, for a socket's address.
std::string path_within(const FileDescriptor& directory, const std::string& name);

}  // namespace slashpass
