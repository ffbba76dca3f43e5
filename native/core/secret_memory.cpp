#include "core/secret_memory.h"

#include <utility>

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
  // Refused where the limit of locked memory is spent; the secret is then only zeroed.
  static_cast<void>(mlock(pages, size));
#ifdef MADV_DONTDUMP
  madvise(pages, size, MADV_DONTDUMP);
#endif
  return static_cast<std::uint8_t*>(pages);
}

void unmap_pages(std::uint8_t* pages, std::size_t size) { munmap(pages, size); }

#endif

}  // namespace

void wipe(void* memory, std::size_t size) {
  volatile auto* bytes = static_cast<volatile std::uint8_t*>(memory);
  while (size > 0) bytes[--size] = 0;
}

std::optional<SecretMemory> SecretMemory::allocate(std::size_t size) {
  std::uint8_t* pages = map_pages(size);
  if (!pages) return std::nullopt;
  return SecretMemory(pages, size);
}

SecretMemory::SecretMemory(SecretMemory&& other) noexcept
    : pages_(std::exchange(other.pages_, nullptr)), size_(std::exchange(other.size_, 0)) {}

SecretMemory& SecretMemory::operator=(SecretMemory&& other) noexcept {
  std::swap(pages_, other.pages_);
  std::swap(size_, other.size_);
  return *this;
}

SecretMemory::~SecretMemory() {
  if (!pages_) return;
  wipe(pages_, size_);
  unmap_pages(pages_, size_);
}

}  // namespace slashpass
