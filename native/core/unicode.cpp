#include "core/unicode.h"

#include <algorithm>

namespace slashpass {
namespace {

struct Decoded {
  std::uint32_t point;
  std::size_t length;
};

// A byte that belongs to no character is read as a character of its own.
Decoded decode_utf8(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF8 ? 4 : 1;
  if (length == 1 || length > text.size() - at) return {lead, 1};
  std::uint32_t point = lead & (0xFFU >> (length + 1));
  for (std::size_t index = 1; index < length; ++index) point = point << 6 | (static_cast<unsigned char>(text[at + index]) & 0x3FU);
  return {point, length};
}

template <class Take>
void for_each_utf16_unit(std::string_view utf8, Take take) {
  for (std::size_t at = 0; at < utf8.size();) {
    const auto [point, length] = decode_utf8(utf8, at);
    at += length;
    if (point >= 0x10000) {
      take(0xD800 + ((point - 0x10000) >> 10 & 0x3FF));
      take(0xDC00 + (point & 0x3FF));
    } else {
      take(point);
    }
  }
}

}  // namespace

Utf8Bytes encode_utf8(std::uint32_t point) {
  Utf8Bytes result{{}, point < 0x80 ? 1U : point < 0x800 ? 2U : point < 0x10000 ? 3U : 4U};
  if (result.size == 1) {
    result.bytes[0] = static_cast<char>(point);
    return result;
  }
  for (std::size_t index = result.size - 1; index > 0; --index, point >>= 6) {
    result.bytes[index] = static_cast<char>(0x80 | (point & 0x3F));
  }
  result.bytes[0] = static_cast<char>((0xF00U >> result.size & 0xFF) | point);
  return result;
}

std::size_t utf16le_size(std::string_view utf8) {
  std::size_t units = 0;
  for_each_utf16_unit(utf8, [&](std::uint32_t) { ++units; });
  return units * 2;
}

void write_utf16le(std::string_view utf8, std::span<std::uint8_t> bytes) {
  std::size_t at = 0;
  for_each_utf16_unit(utf8, [&](std::uint32_t unit) {
    bytes[at++] = static_cast<std::uint8_t>(unit);
    bytes[at++] = static_cast<std::uint8_t>(unit >> 8);
  });
}

}  // namespace slashpass
