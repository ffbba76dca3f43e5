#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "redactor/dump_gap.h"
#include "redactor/span.h"
#include "system/wiped_vector.h"

namespace slashpass {

/// How long the text behind the bytes of a line may be.
constexpr std::size_t longest_tail = 128;

/// Bytes listed individually in a text, with their position.
struct ByteDump {
  WipedVector<char> bytes;
  /// Of each byte; where groups of bytes were reversed they are not in order.
  std::vector<Span> places;
  /// The end of the text read so far. Earlier text is not read again, except for `other`.
  std::size_t end = 0;
  /// A gap before numbers that do not continue the previous ones. They may be a separate dump that begins at their
  /// offset, so they are read again.
  std::optional<DumpGap> other;
  /// Hexadecimal digits of each group.
  std::size_t group_digits = 0;
  /// Whether its lines, the first one already, begin with offsets, and may show the bytes as text behind them.
  bool has_offsets = false;

  std::string_view view() const { return {bytes.data(), bytes.size()}; }

  /// The part of the text that lists the bytes in `part`. Includes the rest of the line if lines have offsets.
  Span place_of(Span part, std::string_view text) const;

  /// The same text, read as groups of bytes with the lowest one first.
  ByteDump with_reversed_groups() const;
};

// Of a text that is not final the last number does not count where it ends with the text, since more digits may follow.

/// Reads `97, 98, 99` and `"0":97,"1":98` from the number at `begin` on.
ByteDump read_decimal_list(std::string_view text, std::size_t begin, bool is_final);

}  // namespace slashpass
