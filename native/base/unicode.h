#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace slashpass {

/// A code point's UTF-8 bytes. Surrogates take three bytes, which preserves text that is not well-formed.
struct Utf8Bytes {
  std::array<char, 4> bytes{};
  std::size_t size;
};
Utf8Bytes encode_utf8(std::uint32_t point);

/// Returns the text's size in UTF-16, in bytes.
std::size_t utf16le_size(std::string_view utf8);

/// Writes UTF-8 text as little-endian UTF-16 to `bytes`, whose size must be `utf16le_size`.
void write_utf16le(std::string_view utf8, std::span<std::uint8_t> bytes);

/// Copies ASCII text to `ascii`. Returns false if the text is not ASCII; the content of `ascii` is then unspecified.
bool narrow_to_ascii(std::u16string_view text, std::string& ascii);

/// Writes the text as UTF-8, with three bytes per unpaired surrogate. Returns false if there was one.
bool write_utf8(std::u16string_view text, std::string& utf8);

/// Returns how many UTF-16 units the output of `write_utf8` has.
std::size_t count_utf16_units(std::string_view utf8);

}  // namespace slashpass
