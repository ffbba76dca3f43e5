#include "social_sdk/owned.h"

#include <doctest/doctest.h>

#include <string>

namespace slashpass::social_sdk {
namespace {

int freed = 0;
int dropped = 0;

Text text_of(const std::string& text, std::size_t size) {
  return {reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data())), size};
}

TEST_CASE("copies and frees a string once, unless it is corrupt") {
  Api api;
  api.free.address = reinterpret_cast<void*>(+[](void*) { ++freed; });
  const std::string given = "a token";
  freed = 0;
  CHECK(OwnedText(api, text_of(given, given.size())).copy() == SecretText("a token"));
  CHECK(freed == 1);
  CHECK(OwnedText(api, text_of(given, 0)).copy() == SecretText());
  CHECK(freed == 2);
  CHECK(OwnedText(api).copy() == SecretText());
  CHECK_FALSE(OwnedText(api, text_of(given, longest_text + 1)).copy());
  CHECK_FALSE(OwnedText(api, {nullptr, 1}).copy());
  CHECK(freed == 2);
}

TEST_CASE("drops a handle once") {
  Symbols symbols;
  Lifetime drop(symbols, "drop");
  drop.address = reinterpret_cast<void*>(+[](Handle*) { ++dropped; });
  dropped = 0;
  {
    const OwnedHandle handle(drop);
  }
  CHECK(dropped == 1);
}

TEST_CASE("opens a library only by an absolute path") {
  CHECK(Library::open("relative.so").error().code == "invalid_path");
  CHECK(Library::open("").error().code == "invalid_path");
#ifndef _WIN32
  CHECK(Library::open("/nonexistent.so").error().code == "not_loadable");
#endif
}

TEST_CASE("provides a feature only if all its symbols exist") {
  Api api;
  CHECK_FALSE(api.has("buttons"));
  for (Symbol* symbol : api.symbols()) symbol->address = &dropped;
  CHECK(api.has("buttons"));
  api.button_drop.address = nullptr;
  CHECK_FALSE(api.has("buttons"));
  CHECK(api.has("unmerge"));
}

}  // namespace
}  // namespace slashpass::social_sdk
