#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "redactor/letters.h"
#include "redactor/span.h"
#include "system/wiped_vector.h"

namespace slashpass {

/// Hexadecimal digits that a dump writes together at most.
constexpr std::size_t longest_group = 16;

/// Letters between the groups of a line; more of them may stand behind an offset.
constexpr std::size_t longest_separator = 2;

/// What stands between the bytes of a dump.
constexpr LetterSet dump_separators(" \t:,-");

/// Bytes that a text lists one by one, and where it does.
struct ByteDump {
  WipedVector<char> bytes;
  /// Of each byte; where pairs of bytes were swapped they are not in order.
  std::vector<Span> places;
  /// How far the text was read; nothing before it needs to be read again.
  std::size_t end = 0;
  /// Hexadecimal digits of each group.
  std::size_t group_digits = 0;
  /// Whether its lines, the first one already, begin with offsets, and may show the bytes as text behind them.
  bool has_offsets = false;

  std::string_view view() const { return {bytes.data(), bytes.size()}; }

  /// The part of the text that tells the bytes in `part`: where lines have offsets, with the rest of the line.
  Span place_of(Span part, std::string_view text) const;

  /// The same text, read as groups of two bytes with the lower one first. When it `is_open`, the other half of the last
  /// group may be still to come.
  ByteDump with_swapped_pairs(bool is_open) const;
};

// Of a text that is not final the last number does not count where it ends with the text, since more digits may follow.

/// Reads `61 62 63`, `61:62:63`, `61-62-63`, `0x61, 0x62`, and hexdumps of any kind with bytes in groups; `at` is the
/// last digit in front of a separator. Does not look at what stands before `from`.
ByteDump read_hex_dump(std::string_view text, std::size_t at, std::size_t from, bool is_final);

/// Reads `97, 98, 99` and `"0":97,"1":98`; `at` is the last digit in front of a comma.
ByteDump read_decimal_list(std::string_view text, std::size_t at, bool is_final);

}  // namespace slashpass
