#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace slashpass {

/// The UTF-8 bytes of a code point; three for a surrogate.
struct Utf8Bytes {
  std::array<char, 4> bytes{};
  std::size_t size;
};
Utf8Bytes encode_utf8(std::uint32_t point);

std::size_t utf16le_size(std::string_view utf8);

/// Writes little-endian UTF-16. `bytes` must have `utf16le_size` bytes.
void write_utf16le(std::string_view utf8, std::span<std::uint8_t> bytes);

/// Copies ASCII text. Returns false if the text is not ASCII; `ascii` is then undefined.
bool narrow_to_ascii(std::u16string_view text, std::string& ascii);

/// Writes three bytes for an unpaired surrogate, and then returns false.
bool write_utf8(std::u16string_view text, std::string& utf8);

/// Counts the UTF-16 units in output of `write_utf8`.
std::size_t count_utf16_units(std::string_view utf8);

}  // namespace slashpass
