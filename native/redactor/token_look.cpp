#include "redactor/token_look.h"

#include <cstdint>
#include <optional>

#include "redactor/letters.h"

namespace slashpass {
namespace {

constexpr std::size_t sample_size = 256;
constexpr std::size_t shortest_secret = 12;
constexpr std::size_t shortest_without_digits = 16;
constexpr std::size_t shortest_bot_token = 24;

enum class LetterKind : std::uint8_t { digit, lower, upper, mark };

LetterKind kind_of(char letter) {
  if (is_digit(letter)) return LetterKind::digit;
  if (is_lower(letter)) return LetterKind::lower;
  return is_upper(letter) ? LetterKind::upper : LetterKind::mark;
}

struct Letters {
  std::size_t digits = 0;
  std::size_t lower = 0;
  std::size_t upper = 0;
  /// How often the character class changes between neighboring characters.
  std::size_t changes = 0;
  bool inner_upper = false;
  bool padding = false;
};

Letters letters_of(std::string_view value) {
  Letters found;
  value = value.substr(0, sample_size);
  for (std::size_t index = 0; index < value.size(); ++index) {
    const LetterKind kind = kind_of(value[index]);
    found.digits += kind == LetterKind::digit;
    found.lower += kind == LetterKind::lower;
    found.upper += kind == LetterKind::upper;
    found.changes += index > 0 && kind != kind_of(value[index - 1]);
    found.inner_upper |= index > 0 && kind == LetterKind::upper;
    found.padding |= value[index] == '=';
  }
  return found;
}

std::optional<std::uint32_t> base64_value(char letter) {
  if (is_upper(letter)) return letter - 'A';
  if (is_lower(letter)) return letter - 'a' + 26;
  if (is_digit(letter)) return letter - '0' + 52;
  if (letter == '+' || letter == '-') return 62;
  if (letter == '/' || letter == '_') return 63;
  return std::nullopt;
}

}  // namespace

bool looks_random(std::string_view value) {
  const Letters letters = letters_of(value);
  return value.size() >= shortest_secret && letters.digits > 0 && letters.lower > 0;
}

bool looks_secret(std::string_view value) {
  if (value.size() < shortest_secret) return false;
  const Letters letters = letters_of(value);
  if (letters.digits > 1 && letters.lower + letters.upper > 0) return true;
  return value.size() >= shortest_without_digits && letters.changes * 5 >= value.substr(0, sample_size).size() * 2;
}

bool looks_like_credentials(std::string_view value) {
  const Letters letters = letters_of(value);
  return value.size() >= 8 && (letters.digits > 0 || letters.padding || (letters.lower > 0 && letters.inner_upper));
}

bool looks_like_basic_credentials(std::string_view value) {
  bool has_colon = false;
  std::uint32_t bits = 0;
  unsigned filled = 0;
  for (const char letter : value.substr(0, sample_size)) {
    const auto six = base64_value(letter);
    if (!six) return has_colon && (letter == '=' || letter == '%');
    bits = (bits << 6 | *six) & 0xFFFF;
    filled += 6;
    if (filled < 8) continue;
    filled -= 8;
    const std::uint32_t byte = bits >> filled & 0xFF;
    if (byte < 0x20 || byte == 0x7F) return false;
    has_colon |= byte == ':';
  }
  return has_colon;
}

bool looks_like_bot_token(std::string_view value) { return value.size() >= shortest_bot_token && looks_secret(value); }

}  // namespace slashpass
