#include <dlfcn.h>

#include "social_sdk/library.h"

namespace slashpass::social_sdk {

Result<Library> Library::open(const std::string& path) {
  if (path.empty() || path.front() != '/') return Error{"invalid_path", "the path is not absolute"};
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle != nullptr) return Library(handle);
  const char* reason = dlerror();
  return Error{"not_loadable", reason == nullptr ? "it cannot be loaded" : reason};
}

void* Library::find(const char* name) const { return dlsym(handle_, name); }

}  // namespace slashpass::social_sdk
