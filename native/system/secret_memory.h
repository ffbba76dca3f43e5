#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace slashpass {

/// Bytes in pages for secrets alone: out of swap and core dumps where the system allows it, and zeroed when given back.
class SecretMemory {
 public:
  /// Nothing when the system has no memory left.
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

/// Overwrites memory in a way that no compiler removes.
void wipe(void* memory, std::size_t size);

}  // namespace slashpass
