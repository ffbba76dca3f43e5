#pragma once

#include <string>

#include "base/file_descriptor_posix.h"
#include "base/result.h"

namespace slashpass {

/// Opens the directory of the channels; `create` creates it with mode 0700. Fails if another user owns or can access
/// it.
Result<FileDescriptor> open_channel_directory(const std::string& path, bool create);

/// Locks the directory to add or remove sockets, until the descriptor closes. Needs no lock file.
Result<FileDescriptor> lock_channel_directory(const FileDescriptor& directory);

/// Connects or binds to `name`; the directory's path may have any length. Returns 0 or an errno.
int connect_in(const FileDescriptor& directory, const std::string& name, const FileDescriptor& socket);
int bind_in(const FileDescriptor& directory, const std::string& name, const FileDescriptor& socket);

}  // namespace slashpass
