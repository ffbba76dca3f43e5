#include "base/files.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <unistd.h>
#endif

#include <cstdio>
#include <memory>
#include <system_error>

namespace slashpass {
namespace {

namespace fs = std::filesystem;

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

#ifdef _WIN32
File open_file(const fs::path& path, bool writing) {
  return File(_wfopen(path.c_str(), writing ? L"wb" : L"rb"), std::fclose);
}
unsigned long own_process() { return GetCurrentProcessId(); }
#else
File open_file(const fs::path& path, bool writing) {
  return File(std::fopen(path.c_str(), writing ? "wbe" : "rbe"), std::fclose);
}
unsigned long own_process() { return static_cast<unsigned long>(getpid()); }
#endif

bool write_whole(const fs::path& path, std::string_view content) {
  auto file = open_file(path, true);
  if (!file || std::fwrite(content.data(), 1, content.size(), file.get()) != content.size()) return false;
  return std::fclose(file.release()) == 0;
}

void make_directories(const fs::path& path) {
  std::error_code failed;
  if (path.empty() || fs::exists(path, failed)) return;
  make_directories(path.parent_path());
  if (fs::create_directory(path, failed)) fs::permissions(path, fs::perms::owner_all, failed);
}

}  // namespace

std::optional<std::string> read_file(const fs::path& path) {
  const auto file = open_file(path, false);
  if (!file) return std::nullopt;
  std::string content;
  char piece[16384];
  while (const auto count = std::fread(piece, 1, sizeof(piece), file.get())) content.append(piece, count);
  if (std::ferror(file.get())) return std::nullopt;
  return content;
}

bool write_file(const fs::path& path, std::string_view content, fs::perms mode) {
  std::error_code failed;
  const auto target = fs::is_symlink(path, failed) ? fs::weakly_canonical(path, failed) : path;
  make_directories(target.parent_path());
  const auto present = fs::status(target, failed);
  auto fresh = target;
  // Another process may be writing the same file at this moment.
  fresh += ".new-" + std::to_string(own_process());
  if (write_whole(fresh, content)) {
    fs::permissions(fresh, fs::exists(present) ? present.permissions() : mode, failed);
    fs::rename(fresh, target, failed);
    if (!failed) return true;
  }
  fs::remove(fresh, failed);
  return false;
}

void remove_if_empty(const fs::path& path) {
  std::error_code failed;
  fs::remove(path, failed);
}

}  // namespace slashpass
