#pragma once

#include <cstdint>

namespace slashpass {

/// Letters of ASCII, whatever the locale says.
constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
constexpr bool is_lower(char letter) { return letter >= 'a' && letter <= 'z'; }
constexpr bool is_upper(char letter) { return letter >= 'A' && letter <= 'Z'; }
constexpr bool is_word(char letter) {
  return is_digit(letter) || is_lower(letter) || is_upper(letter) || letter == '_';
}
constexpr char to_lower(char letter) { return is_upper(letter) ? static_cast<char>(letter + 32) : letter; }

/// The value of a hexadecimal digit, or -1.
constexpr int hex_value(char letter) {
  if (is_digit(letter)) return letter - '0';
  const char lower = to_lower(letter);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace slashpass
