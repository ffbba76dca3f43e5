#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "system/base_directories_linux.h"
#include "system/channel_place.h"

namespace slashpass {
namespace {

namespace fs = std::filesystem;

bool is_private_to_user(const char* directory) {
  struct stat about{};
  return directory != nullptr && *directory == '/' && stat(directory, &about) == 0 && about.st_uid == geteuid() &&
         (about.st_mode & 0077) == 0;
}

}  // namespace

Result<std::string> channel_place() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  if (is_private_to_user(runtime)) return (fs::path(runtime) / "slashpass").string();
  const auto state = state_home();
  if (!state) return state.error();
  return (state.value() / "slashpass").string();
}

}  // namespace slashpass
