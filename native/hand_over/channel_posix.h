#pragma once

#include <string>

#include "base/file_descriptor_posix.h"
#include "base/result.h"

namespace slashpass {

/// Opens the directory of the channels; `create` makes it with mode 0700. Refuses one that is not a directory of
/// this user closed to everybody else: a user who could write there could take the game's place.
Result<FileDescriptor> open_channel_directory(const std::string& path, bool create);

/// Takes the lock under which sockets appear in and vanish from `directory`; given back when the descriptor that
/// is returned closes. The directory itself is locked, so that no lock file stays behind.
Result<FileDescriptor> lock_channel_directory(const FileDescriptor& directory);

/// Connects `socket` to (or binds it at) `name` in `directory`, however long the directory's path is.
/// Returns 0 or an errno.
int connect_in(const FileDescriptor& directory, const std::string& name, const FileDescriptor& socket);
int bind_in(const FileDescriptor& directory, const std::string& name, const FileDescriptor& socket);

}  // namespace slashpass
