#pragma once

#include <cstdlib>
#include <vector>

#include "testing/temporary_directory.h"

namespace slashpass {

/// A temporary home directory, and the environment variables that point to it.
class ScratchHome {
 public:
  ScratchHome() {
#ifdef _WIN32
    set("LOCALAPPDATA", "local");
#else
    set("HOME", "");
    set("XDG_DATA_HOME", "data");
    set("XDG_CONFIG_HOME", "config");
    set("XDG_STATE_HOME", "state");
    set("XDG_RUNTIME_DIR", "run");
#endif
  }

  const std::filesystem::path& path() const { return directory_.path(); }

  std::vector<std::filesystem::path> entries() const {
    const auto found = std::filesystem::recursive_directory_iterator(directory_.path());
    return {begin(found), end(found)};
  }

 private:
  void set(const char* variable, const char* below) {
    std::filesystem::create_directory(directory_.path() / below);
    std::filesystem::permissions(directory_.path() / below, std::filesystem::perms::owner_all);
    const auto value = (directory_.path() / below).string();
#ifdef _WIN32
    _putenv_s(variable, value.c_str());
#else
    setenv(variable, value.c_str(), 1);
#endif
  }

  TemporaryDirectory directory_;
};

}  // namespace slashpass
