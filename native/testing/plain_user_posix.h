#pragma once

#include <unistd.h>

#include <filesystem>

namespace slashpass {

/// Makes file modes take effect in a test that runs as root: until this object is destroyed, the process runs as
/// another user, who owns `directory` and its files.
class PlainUser {
 public:
  explicit PlainUser(const std::filesystem::path& directory) {
    if (geteuid() != 0) return;
    give(directory);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) give(entry.path());
    is_other_ = seteuid(nobody) == 0;
  }
  ~PlainUser() {
    if (is_other_) (void)!seteuid(0);
  }
  PlainUser(const PlainUser&) = delete;
  PlainUser& operator=(const PlainUser&) = delete;

 private:
  static constexpr uid_t nobody = 65534;

  static void give(const std::filesystem::path& path) { (void)!lchown(path.c_str(), nobody, nobody); }

  bool is_other_ = false;
};

}  // namespace slashpass
