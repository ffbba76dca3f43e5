#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace slashpass {

/// The UTF-8 bytes of a code point. Surrogates have three, which preserves text that is not well-formed.
struct Utf8Bytes {
  std::array<char, 4> bytes{};
  std::size_t size;
};
Utf8Bytes encode_utf8(std::uint32_t point);

/// Returns the number of bytes of the text in UTF-16.
std::size_t utf16le_size(std::string_view utf8);

/// Writes UTF-8 text as little-endian UTF-16 into `bytes`, which must have `utf16le_size` bytes.
void write_utf16le(std::string_view utf8, std::span<std::uint8_t> bytes);

/// Copies ASCII text into `ascii`. Returns false if the text is not ASCII; `ascii` is then undefined.
bool narrow_to_ascii(std::u16string_view text, std::string& ascii);

/// Writes the text as UTF-8, with three bytes for each unpaired surrogate. Returns false if there was one.
bool write_utf8(std::u16string_view text, std::string& utf8);

/// Returns the number of UTF-16 units in the output of `write_utf8`.
std::size_t count_utf16_units(std::string_view utf8);

}  // namespace slashpass
