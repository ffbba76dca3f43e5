#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace slashpass {

/// Bytes in pages of their own: out of swap and core dumps where the system allows it, and zeroed before they go back.
class SecretMemory {
 public:
  /// Nothing when the system has no memory left.
  static std::optional<SecretMemory> allocate(std::size_t size);

  SecretMemory(SecretMemory&& other) noexcept;
  SecretMemory& operator=(SecretMemory&& other) noexcept;
  ~SecretMemory();

  std::span<std::uint8_t> bytes() { return {pages_, size_}; }
  std::span<const std::uint8_t> bytes() const { return {pages_, size_}; }

 private:
  SecretMemory(std::uint8_t* pages, std::size_t size) : pages_(pages), size_(size) {}

  std::uint8_t* pages_;
  std::size_t size_;
};

/// Overwrites memory in a way that no compiler removes.
void wipe(void* memory, std::size_t size);

}  // namespace slashpass
