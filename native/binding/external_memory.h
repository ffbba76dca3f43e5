#pragma once

#include <cstddef>
#include <cstdint>

#include "binding/napi_setup.h"

namespace slashpass::binding {

/// Reports an object's native memory to the garbage collector. Otherwise, thousands of unreachable objects could
/// accumulate, because they look small.
class ExternalMemory {
 public:
  explicit ExternalMemory(Napi::BasicEnv env) : env_(env) {}
  ~ExternalMemory() { set(0); }
  ExternalMemory(const ExternalMemory&) = delete;
  ExternalMemory& operator=(const ExternalMemory&) = delete;

  void set(std::size_t bytes) {
    const auto size = static_cast<std::int64_t>(bytes);
    if (size == known_) return;
    Napi::MemoryManagement::AdjustExternalMemory(env_, size - known_);
    known_ = size;
  }

 private:
  Napi::BasicEnv env_;
  std::int64_t known_ = 0;
};

}  // namespace slashpass::binding
