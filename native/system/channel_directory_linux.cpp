#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "system/base_directories_linux.h"
#include "system/channel_directory.h"

namespace slashpass {
namespace {

namespace fs = std::filesystem;

// Resolves symbolic links, because they could change before the path is used.
fs::path private_directory(const char* directory) {
  if (directory == nullptr || *directory != '/') return {};
  std::error_code failed;
  const auto path = fs::canonical(directory, failed);
  struct stat about{};
  if (failed || lstat(path.c_str(), &about) != 0 || !S_ISDIR(about.st_mode)) return {};
  return about.st_uid == geteuid() && (about.st_mode & 0077) == 0 ? path : fs::path();
}

}  // namespace

Result<std::string> channel_directory() {
  const auto runtime = private_directory(std::getenv("XDG_RUNTIME_DIR"));
  if (!runtime.empty()) return (runtime / "slashpass").string();
  const auto state = state_home();
  if (!state) return state.error();
  return (state.value() / "slashpass").string();
}

}  // namespace slashpass
