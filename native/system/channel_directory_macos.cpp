#include <sys/param.h>
#include <unistd.h>

#include "system/channel_directory.h"

namespace slashpass {

// Private to this user and, unlike TMPDIR, the same for every process.
Result<std::string> channel_directory() {
  char directory[MAXPATHLEN];
  const auto size = confstr(_CS_DARWIN_USER_TEMP_DIR, directory, sizeof(directory));
  if (size == 0 || size > sizeof(directory)) return Error{"channel_unusable", "The user has no temporary directory."};
  return std::string(directory) + "slashpass";
}

}  // namespace slashpass
