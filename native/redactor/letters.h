#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace slashpass {

/// ASCII only, independent of the locale.
constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
constexpr bool is_lower(char letter) { return letter >= 'a' && letter <= 'z'; }
constexpr bool is_upper(char letter) { return letter >= 'A' && letter <= 'Z'; }
constexpr bool is_word(char letter) {
  return is_digit(letter) || is_lower(letter) || is_upper(letter) || letter == '_';
}
constexpr char to_lower(char letter) { return is_upper(letter) ? static_cast<char>(letter + 32) : letter; }

class LetterSet {
 public:
  constexpr explicit LetterSet(std::string_view letters) {
    for (const char letter : letters) has_[static_cast<unsigned char>(letter)] = true;
  }
  constexpr bool has(char letter) const { return has_[static_cast<unsigned char>(letter)]; }

 private:
  std::array<bool, 256> has_{};
};

constexpr std::array<std::int8_t, 256> hex_values = [] {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (unsigned value = 0; value < 16; ++value) {
    values[static_cast<unsigned char>("0123456789abcdef"[value])] = static_cast<std::int8_t>(value);
    values[static_cast<unsigned char>("0123456789ABCDEF"[value])] = static_cast<std::int8_t>(value);
  }
  return values;
}();

/// Returns -1 for any other character.
constexpr int hex_value(char letter) { return hex_values[static_cast<unsigned char>(letter)]; }

}  // namespace slashpass
