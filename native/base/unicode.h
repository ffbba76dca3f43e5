#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace slashpass {

/// The bytes of a code point in UTF-8; surrogates get three, so that text which is not well-formed survives.
struct Utf8Bytes {
  std::array<char, 4> bytes{};
  std::size_t size;
};
Utf8Bytes encode_utf8(std::uint32_t point);

/// How many bytes UTF-8 text takes in UTF-16.
std::size_t utf16le_size(std::string_view utf8);

/// Writes UTF-8 text as little-endian UTF-16 into `bytes`, which has {@link utf16le_size} of them.
void write_utf16le(std::string_view utf8, std::span<std::uint8_t> bytes);

/// Copies UTF-16 text that is plain ASCII into `ascii`; false, with undefined content, when it is not.
bool narrow_to_ascii(std::u16string_view text, std::string& ascii);

/// Writes the text in UTF-8, with surrogates that have no partner as three bytes each; false when there are such.
bool write_utf8(std::u16string_view text, std::string& utf8);

/// How many UTF-16 units stand for these bytes, which {@link write_utf8} made.
std::size_t count_utf16_units(std::string_view utf8);

}  // namespace slashpass
