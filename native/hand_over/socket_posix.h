#pragma once

#include <string>

#include "base/file_descriptor_posix.h"

namespace slashpass {

/// A non-blocking Unix socket that closes on exec, without SIGPIPE. Empty on failure.
FileDescriptor make_socket();

/// Accepts the next connection with the same options; empty if there is none.
FileDescriptor accept_from(const FileDescriptor& listener);

/// Returns whether this user owns the process at the other end, according to the kernel.
bool is_same_user(const FileDescriptor& socket);

/// A path in an open directory, for a socket address.
std::string path_within(const FileDescriptor& directory, const std::string& name);

}  // namespace slashpass
