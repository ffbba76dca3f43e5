#pragma once

#include <string>

#include "base/file_descriptor_posix.h"
#include "base/result.h"

namespace slashpass {

/// Opens the channel directory. If `create` is set, creates it with mode 0700. Fails unless the directory is private to
/// this user: in a shared one, another user could impersonate the game.
Result<FileDescriptor> open_channel_directory(const std::string& path, bool create);

/// Acquires the lock for adding or removing sockets in `directory`. Closing the descriptor releases it. Locks the
/// directory itself, so no lock file is left behind.
Result<FileDescriptor> lock_channel_directory(const FileDescriptor& directory);

/// Connect or bind `socket` to `name` in `directory`, whose path may exceed the limit for socket addresses. Both return
/// 0 or an errno.
int connect_in(const FileDescriptor& directory, const std::string& name, const FileDescriptor& socket);
int bind_in(const FileDescriptor& directory, const std::string& name, const FileDescriptor& socket);

}  // namespace slashpass
