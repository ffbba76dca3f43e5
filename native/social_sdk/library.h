#pragma once

#include <string>

#include "base/result.h"

namespace slashpass::social_sdk {

/// A shared library. It is never unloaded, because the vendor's threads may outlive the last client.
class Library {
 public:
  /// Loads the file at the absolute path. On Windows, its dependencies are searched for only in its own directory and
  /// in the system directory.
  static Result<Library> open(const std::string& path);

  /// Returns null if the library does not export the symbol.
  void* find(const char* name) const;

 private:
  explicit Library(void* handle) : handle_(handle) {}

  void* handle_;
};

}  // namespace slashpass::social_sdk
