#include <io.h>
#include <windows.h>

#include <cerrno>

#include "base/open_file.h"

namespace slashpass {
namespace {

OpenFile open_as(const std::filesystem::path& path, const wchar_t* mode) {
  return OpenFile(_wfopen(path.c_str(), mode), std::fclose);
}

// Mode `N` prevents inheritance. An existing file is not truncated here, because it may not be a regular file.
OpenFile open_as(const std::filesystem::path& path, Opening opening) {
  if (opening == Opening::read) return open_as(path, L"rbN");
  if (opening == Opening::empty) {
    if (auto present = open_as(path, L"r+bN"); present || errno != ENOENT) return present;
  }
  return open_as(path, L"wbN");
}

}  // namespace

Result<OpenFile> open_file(const std::filesystem::path& path, Opening opening) {
  if (holds_nul(path)) return Error{"invalid_path", "The file path contains a NUL byte."};
  auto opened = open_as(path, opening);
  if (!opened) return open_error(path, opening, errno);
  const int descriptor = _fileno(opened.get());
  if (GetFileType(reinterpret_cast<HANDLE>(_get_osfhandle(descriptor))) != FILE_TYPE_DISK) return no_file(path);
  if (opening == Opening::empty && _chsize(descriptor, 0) != 0) return open_error(path, opening, errno);
  return opened;
}

std::filesystem::path path_named(const std::string& name) { return std::u8string(name.begin(), name.end()); }

}  // namespace slashpass
