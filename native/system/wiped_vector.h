#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "system/secret_memory.h"

namespace slashpass {

/// Overwrites memory before freeing it, for data that would allow a secret to be reconstructed.
template <class T>
struct WipingAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = WipingAllocator<U>;
  };

  WipingAllocator() = default;
  template <class U>
  WipingAllocator(const WipingAllocator<U>&) {}

  void deallocate(T* memory, std::size_t count) {
    wipe(memory, count * sizeof(T));
    std::allocator<T>::deallocate(memory, count);
  }
};

template <class T>
using WipedVector = std::vector<T, WipingAllocator<T>>;

/// Returns the allocated size in bytes.
template <class Vector>
std::size_t memory_of(const Vector& vector) {
  return vector.capacity() * sizeof(typename Vector::value_type);
}

}  // namespace slashpass
