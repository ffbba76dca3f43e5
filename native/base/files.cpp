#include "base/files.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <unistd.h>
#endif

#include <system_error>

#include "base/directory_lock.h"
#include "base/open_file.h"

namespace slashpass {
namespace {

namespace fs = std::filesystem;

constexpr const char* new_mark = ".new-";

#ifdef _WIN32
unsigned long own_process() { return GetCurrentProcessId(); }
bool is_on_disk(std::FILE*) { return true; }
#else
unsigned long own_process() { return static_cast<unsigned long>(getpid()); }
// Without fsync, the new file may be empty after a power failure.
bool is_on_disk(std::FILE* file) { return fsync(fileno(file)) == 0; }
#endif

Error cannot_write(const fs::path& path) {
  return {"not_writable", "The file " + path_text(path) + " cannot be written."};
}

void make_directories(const fs::path& path) {
  std::error_code failed;
  if (path.empty() || fs::exists(path, failed)) return;
  make_directories(path.parent_path());
  if (fs::create_directory(path, failed)) fs::permissions(path, fs::perms::owner_all, failed);
}

fs::path followed(const fs::path& path) {
  std::error_code failed;
  return fs::is_symlink(path, failed) ? fs::weakly_canonical(path, failed) : path;
}

Result<DirectoryLock> lock_for(const fs::path& target) {
  make_directories(target.parent_path());
  auto lock = lock_directory(target.parent_path());
  if (!lock && lock.error().code == "missing") return cannot_write(target);
  return lock;
}

// Removes temporary files left behind by killed writers. The caller must hold the lock.
void remove_unfinished(const fs::path& target) {
  std::error_code failed;
  const auto prefix = fs::path(target.filename()) += new_mark;
  for (const auto& entry : entries_of(target.parent_path())) {
    if (entry.path().filename().native().starts_with(prefix.native())) fs::remove(entry.path(), failed);
  }
}

Status write_new(const fs::path& path, std::string_view content) {
  auto opened = open_file(path, Opening::create);
  if (!opened) return opened.error();
  auto& file = opened.value();
  // For an empty view, `data()` may return null, which fwrite does not accept.
  const bool is_written =
      content.empty() || std::fwrite(content.data(), 1, content.size(), file.get()) == content.size();
  if (!is_written || std::fflush(file.get()) != 0 || !is_on_disk(file.get()) || std::fclose(file.release()) != 0) {
    return cannot_write(path);
  }
  return Done{};
}

Status replace(const DirectoryLock& lock, const fs::path& target, std::string_view content, fs::perms mode) {
  if (lock) remove_unfinished(target);
  std::error_code failed;
  const auto present = fs::status(target, failed);
  auto fresh = target;
  fresh += new_mark + std::to_string(own_process());
  fs::remove(fresh, failed);
  auto written = write_new(fresh, content);
  if (written) {
    fs::permissions(fresh, fs::exists(present) ? present.permissions() : mode, failed);
    fs::rename(fresh, target, failed);
    if (!failed) return Done{};
    written = cannot_write(target);
  }
  fs::remove(fresh, failed);
  return written;
}

}  // namespace

Result<std::string> read_file(const fs::path& path) {
  const auto file = open_file(path, Opening::read);
  if (!file) return file.error();
  std::string content;
  char piece[16384];
  while (const auto count = std::fread(piece, 1, sizeof(piece), file.value().get())) content.append(piece, count);
  if (std::ferror(file.value().get())) return Error{"not_readable", "The file " + path_text(path) + " cannot be read."};
  return content;
}

Status write_file(const fs::path& path, std::string_view content, fs::perms mode) {
  const auto target = followed(path);
  const auto lock = lock_for(target);
  if (!lock) return lock.error();
  return replace(lock.value(), target, content, mode);
}

Status edit_file(const fs::path& path, const FileEdit& edit, fs::perms mode) {
  const auto target = followed(path);
  const auto lock = lock_for(target);
  if (!lock) return lock.error();
  const auto content = read_file(target);
  if (!content && content.error().code != "missing") return content.error();
  const auto before = content ? std::optional(content.value()) : std::nullopt;
  const auto after = edit(before);
  if (after == before) return Done{};
  if (after) return replace(lock.value(), target, *after, mode);
  std::error_code failed;
  return fs::remove(target, failed) && !failed ? Status(Done{}) : cannot_write(target);
}

std::vector<fs::directory_entry> entries_of(const fs::path& directory) {
  std::vector<fs::directory_entry> entries;
  std::error_code failed;
  for (fs::directory_iterator entry(directory, failed); !failed && entry != fs::directory_iterator();
       entry.increment(failed)) {
    entries.push_back(*entry);
  }
  return entries;
}

void remove_if_empty(const fs::path& path) {
  std::error_code failed;
  fs::remove(path, failed);
}

}  // namespace slashpass
