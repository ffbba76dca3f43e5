#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/file_descriptor_posix.h"
#include "base/open_file.h"

namespace slashpass {
namespace {

// Without O_NONBLOCK, opening a pipe would block; without O_NOCTTY, a terminal could become the controlling terminal.
int flags_of(Opening opening) {
  constexpr int always = O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  switch (opening) {
    case Opening::read:
      return always | O_RDONLY;
    case Opening::create:
      return always | O_WRONLY | O_NOFOLLOW | O_CREAT | O_EXCL;
    default:
      return always | O_WRONLY | O_NOFOLLOW | O_CREAT;
  }
}

}  // namespace

Result<OpenFile> open_file(const std::filesystem::path& path, Opening opening) {
  if (holds_nul(path)) return Error{"invalid_path", "The file path contains a NUL byte."};
  FileDescriptor file(open(path.c_str(), flags_of(opening), 0600));
  if (!file) return open_error(path, opening, errno);
  struct stat about{};
  if (fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode)) return no_file(path);
  if (opening == Opening::empty) {
    if (ftruncate(file.get(), 0) != 0) return open_error(path, opening, errno);
    // The result is ignored because some file systems have no modes.
    (void)fchmod(file.get(), 0600);
  }
  OpenFile opened(fdopen(file.get(), opening == Opening::read ? "r" : "w"), std::fclose);
  if (!opened) return open_error(path, opening, errno);
  (void)file.release();
  return opened;
}

// Copies the bytes, because libc++ cannot convert them when it is built without locales.
std::filesystem::path path_named(const std::string& name) { return name; }

}  // namespace slashpass
