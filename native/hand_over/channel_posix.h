#pragma once

#include <string>

#include "base/file_descriptor_posix.h"
#include "base/result.h"

namespace slashpass {

/// Opens the channel directory; with `create`, creates it with mode 0700. Fails unless the directory belongs to this
/// user and no other user can access it: another user could otherwise impersonate the game.
Result<FileDescriptor> open_channel_directory(const std::string& path, bool create);

/// Acquires the lock required to add or remove sockets in `directory`; closing the descriptor releases it. Locks the
/// directory itself, so no lock file stays behind.
Result<FileDescriptor> lock_channel_directory(const FileDescriptor& directory);

/// Connects or binds `socket` to `name` in `directory`, whose path may be of any length. Returns 0 or an errno.
int connect_in(const FileDescriptor& directory, const std::string& name, const FileDescriptor& socket);
int bind_in(const FileDescriptor& directory, const std::string& name, const FileDescriptor& socket);

}  // namespace slashpass
