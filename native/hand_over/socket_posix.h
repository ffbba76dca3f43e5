#pragma once

#include <string>

#include "base/file_descriptor_posix.h"

namespace slashpass {

/// A Unix socket that closes on exec, does not block and raises no SIGPIPE.
FileDescriptor make_socket();

/// The next connection of a listening socket, made like `make_socket`; empty when there is none.
FileDescriptor accept_from(const FileDescriptor& listener);

/// Whether the process at the other end belongs to this user; the kernel says so.
bool is_same_user(const FileDescriptor& socket);

/// A path of `name` inside an open directory, for a socket's address.
std::string path_within(const FileDescriptor& directory, const std::string& name);

}  // namespace slashpass
