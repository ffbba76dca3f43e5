#include "base/unicode.h"

#include <algorithm>

#if defined(__x86_64__) || defined(_M_X64)
#define SLASHPASS_X64
#include <emmintrin.h>
#endif

namespace slashpass {
namespace {

struct Decoded {
  std::uint32_t point;
  std::size_t length;
};

// Decodes a byte that is not part of a valid sequence as one character.
Decoded decode_utf8(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF8 ? 4 : 1;
  if (length == 1 || length > text.size() - at) return {lead, 1};
  std::uint32_t point = lead & (0xFFU >> (length + 1));
  for (std::size_t index = 1; index < length; ++index)
    point = point << 6 | (static_cast<unsigned char>(text[at + index]) & 0x3FU);
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

bool narrow_to_ascii(std::u16string_view text, std::string& ascii) {
  ascii.resize(text.size());
  char* bytes = ascii.data();
  std::size_t index = 0;
  // With a type wider than a character, fewer characters would fit into a register.
  char16_t all = 0;
#ifdef SLASHPASS_X64
  // Compilers vectorize the loop below less efficiently: they mask the upper bytes, which are 0 in ASCII anyway.
  __m128i units = _mm_setzero_si128();
  for (; index + 16 <= text.size(); index += 16) {
    const auto* from = reinterpret_cast<const __m128i*>(text.data() + index);
    const __m128i first = _mm_loadu_si128(from);
    const __m128i second = _mm_loadu_si128(from + 1);
    units = _mm_or_si128(units, _mm_or_si128(first, second));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(bytes + index), _mm_packus_epi16(first, second));
  }
  const __m128i is_ascii = _mm_cmpeq_epi16(_mm_and_si128(units, _mm_set1_epi16(~0x7F)), _mm_setzero_si128());
  if (_mm_movemask_epi8(is_ascii) != 0xFFFF) return false;
#endif
  for (; index < text.size(); ++index) {
    all |= text[index];
    bytes[index] = static_cast<char>(text[index]);
  }
  return all < 0x80;
}

bool write_utf8(std::u16string_view text, std::string& utf8) {
  bool is_well_formed = true;
  utf8.clear();
  for (std::size_t index = 0; index < text.size(); ++index) {
    std::uint32_t point = text[index];
    const bool is_pair = (point & 0xFC00) == 0xD800 && index + 1 < text.size() && (text[index + 1] & 0xFC00) == 0xDC00;
    if (is_pair) point = 0x10000 + ((point - 0xD800) << 10) + (text[++index] - 0xDC00U);
    const auto [bytes, size] = encode_utf8(point);
    utf8.append(bytes.data(), size);
    is_well_formed &= is_pair || (point & 0xFFFFF800) != 0xD800;
  }
  return is_well_formed;
}

std::size_t count_utf16_units(std::string_view utf8) {
  std::size_t units = 0;
  for (const char byte : utf8) {
    const auto lead = static_cast<unsigned char>(byte);
    units += (lead & 0xC0) == 0x80 ? 0 : lead >= 0xF0 ? 2 : 1;
  }
  return units;
}

}  // namespace slashpass
