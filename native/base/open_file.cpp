#include "base/open_file.h"

#include <cerrno>
#include <system_error>

#include "base/too_many_files.h"

namespace slashpass {

Error open_error(const std::filesystem::path& path, Opening opening, int reason) {
  const auto what = "The file " + path_text(path) + " cannot be opened";
  if (auto limit = too_many_files(what, reason)) return *limit;
  switch (reason) {
    case ENOENT:
    case ENOTDIR:
      return {"missing", what + ": " + (opening == Opening::read ? "it" : "its folder") + " does not exist."};
    case ENXIO:  // A socket, or a pipe without a reader.
    case EISDIR:
    case ELOOP:
      return no_file(path);
    default:
      return {opening == Opening::read ? "not_readable" : "not_writable",
              what + ": " + std::generic_category().message(reason) + "."};
  }
}

Error no_file(const std::filesystem::path& path) {
  return {"not_a_file", path_text(path) + " is not a regular file but a folder, a pipe, a device or a symbolic link."};
}

bool holds_nul(const std::filesystem::path& path) {
  return path.native().find(std::filesystem::path::value_type{}) != std::filesystem::path::string_type::npos;
}

std::string path_text(const std::filesystem::path& path) {
  const auto text = path.u8string();
  return {text.begin(), text.end()};
}

}  // namespace slashpass
