#include "system/secret_memory.h"

#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

#ifdef _WIN32
#include <windows.h>
#else
#include <sys/mman.h>
#endif

namespace slashpass {
namespace {

#ifdef _WIN32

std::uint8_t* map_pages(std::size_t size) {
  void* pages = VirtualAlloc(nullptr, size, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
  if (pages) VirtualLock(pages, size);
  return static_cast<std::uint8_t*>(pages);
}

void unmap_pages(std::uint8_t* pages, std::size_t size) {
  VirtualUnlock(pages, size);
  VirtualFree(pages, 0, MEM_RELEASE);
}

#else

std::uint8_t* map_pages(std::size_t size) {
  void* pages = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return nullptr;
  // Fails if the limit on locked memory is reached. The secret may then be swapped out but is still zeroed when
  // released.
  static_cast<void>(mlock(pages, size));
#ifdef MADV_DONTDUMP
  madvise(pages, size, MADV_DONTDUMP);
#endif
  return static_cast<std::uint8_t*>(pages);
}

void unmap_pages(std::uint8_t* pages, std::size_t size) { munmap(pages, size); }

#endif

constexpr std::size_t slot_size = 256;
constexpr std::size_t chunk_size = 4096;

// Puts several secrets on one page, because locked memory and mappings are limited.
class Slots {
 public:
  std::uint8_t* take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty() && !add_chunk()) return nullptr;
    std::uint8_t* slot = free_.back();
    free_.pop_back();
    return slot;
  }

  void give_back(std::uint8_t* slot) {
    const std::lock_guard lock(mutex_);
    free_.push_back(slot);
  }

 private:
  bool add_chunk() {
    // Reserves space, because `give_back` must not fail.
    const std::size_t needed = count_ + chunk_size / slot_size;
    if (needed > free_.capacity()) free_.reserve(2 * needed);
    std::uint8_t* chunk = map_pages(chunk_size);
    if (!chunk) return false;
    count_ = needed;
    for (std::size_t offset = 0; offset < chunk_size; offset += slot_size) free_.push_back(chunk + offset);
    return true;
  }

  std::mutex mutex_;
  std::vector<std::uint8_t*> free_;
  std::size_t count_ = 0;
};

// Never destroyed, because a worker thread may outlive the main thread.
Slots& slots() {
  static Slots& shared = *new Slots;
  return shared;
}

}  // namespace

void wipe(void* memory, std::size_t size) {
  // The compiler cannot optimize away a call through a volatile pointer.
  static void* (*const volatile set)(void*, int, std::size_t) = std::memset;
  if (size > 0) set(memory, 0, size);
}

std::optional<SecretMemory> SecretMemory::allocate(std::size_t size) {
  std::uint8_t* memory = size <= slot_size ? slots().take() : map_pages(size);
  if (!memory) return std::nullopt;
  return SecretMemory(memory, size);
}

SecretMemory::SecretMemory(SecretMemory&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), size_(std::exchange(other.size_, 0)) {}

SecretMemory& SecretMemory::operator=(SecretMemory&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(size_, other.size_);
  return *this;
}

SecretMemory::~SecretMemory() {
  if (!memory_) return;
  wipe(memory_, size_);
  if (size_ <= slot_size)
    slots().give_back(memory_);
  else
    unmap_pages(memory_, size_);
}

}  // namespace slashpass
