#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace slashpass {

/// A code point in UTF-8. A surrogate is encoded in three bytes, so ill-formed text is preserved.
struct Utf8Bytes {
  std::array<char, 4> bytes{};
  std::size_t size;
};
Utf8Bytes encode_utf8(std::uint32_t point);

/// Returns the text's size in bytes after conversion to UTF-16.
std::size_t utf16le_size(std::string_view utf8);

/// Converts UTF-8 text to little-endian UTF-16. `bytes` must have the size returned by `utf16le_size`.
void write_utf16le(std::string_view utf8, std::span<std::uint8_t> bytes);

/// Copies ASCII text to `ascii`. Returns false if the text is not ASCII, in which case `ascii` is unspecified.
bool narrow_to_ascii(std::u16string_view text, std::string& ascii);

/// Converts the text to UTF-8, using three bytes for each unpaired surrogate. Returns false if there were any.
bool write_utf8(std::u16string_view text, std::string& utf8);

/// Returns how many UTF-16 code units the output of `write_utf8` represents.
std::size_t count_utf16_units(std::string_view utf8);

}  // namespace slashpass
