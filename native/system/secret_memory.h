#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace slashpass {

/// Memory that contains only secrets. Excluded from swap and core dumps if the system supports it, and zeroed when
/// released.
class SecretMemory {
 public:
  /// Returns an empty optional if the system is out of memory.
  static std::optional<SecretMemory> allocate(std::size_t size);

  SecretMemory(SecretMemory&& other) noexcept;
  SecretMemory& operator=(SecretMemory&& other) noexcept;
  ~SecretMemory();

  std::span<std::uint8_t> bytes() { return {memory_, size_}; }
  std::span<const std::uint8_t> bytes() const { return {memory_, size_}; }

 private:
  SecretMemory(std::uint8_t* memory, std::size_t size) : memory_(memory), size_(size) {}

  std::uint8_t* memory_;
  std::size_t size_;
};

/// Overwrites memory in a way that the compiler cannot optimize away.
void wipe(void* memory, std::size_t size);

}  // namespace slashpass
