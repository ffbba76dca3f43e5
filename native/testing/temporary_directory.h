#pragma once

#include <filesystem>
#include <random>
#include <string>

namespace slashpass {

/// A directory that is removed with its contents when this object is destroyed.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::random_device random;
    path_ = std::filesystem::temp_directory_path() / ("slashpass-test-" + std::to_string(random()));
    std::filesystem::create_directory(path_);
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
  }
  ~TemporaryDirectory() {
    std::error_code failed;
    std::filesystem::remove_all(path_, failed);
  }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace slashpass
