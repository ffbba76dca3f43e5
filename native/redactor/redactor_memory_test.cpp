#include <doctest/doctest.h>

#include <cstdlib>
#include <new>
#include <string>

#include "redactor/redactor.h"

namespace {

bool refuses_memory = false;

}  // namespace

// Replaces the operator for every test in the binary.
void* operator new(std::size_t size) {
  void* memory = refuses_memory ? nullptr : std::malloc(size > 0 ? size : 1);
  if (!memory) throw std::bad_alloc();
  return memory;
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

TEST_CASE("removes secrets even if there is no memory for a smaller table, and still masks the others") {
  constexpr std::size_t many = 200;
  slashpass::Redactor redactor;
  const auto secret_at = [](std::size_t number) { return "QDwqE3nT7vY0aXk2LmZsPf" + std::to_string(number); };
  for (std::size_t number = 0; number < many; ++number) REQUIRE(redactor.add(secret_at(number)));
  const std::size_t size_of_many = redactor.memory_size();
  for (std::size_t number = 1; number < many; ++number) {
    const std::string secret = secret_at(number);
    refuses_memory = true;
    const bool is_removed = redactor.remove(secret);
    refuses_memory = false;
    REQUIRE(is_removed);
  }
  CHECK(redactor.redact("<" + secret_at(0) + ">") == "<[redacted]>");
  CHECK_FALSE(redactor.redact("<" + secret_at(1).substr(1) + ">").has_value());
  // The next removal shrinks the table.
  REQUIRE(redactor.add(secret_at(many)));
  REQUIRE(redactor.remove(secret_at(many)));
  CHECK(redactor.memory_size() * 10 < size_of_many);
}
