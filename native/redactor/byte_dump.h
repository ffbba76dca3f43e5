#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "redactor/span.h"
#include "system/wiped_vector.h"

namespace slashpass {

/// The maximum length of the text that follows the bytes on a line.
constexpr std::size_t longest_tail = 128;

/// Bytes listed individually in text, and their positions.
struct ByteDump {
  WipedVector<char> bytes;
  /// The position of each byte. Not in order if groups were reversed.
  std::vector<Span> spans;
  /// Where reading stopped.
  std::size_t end = 0;
  /// The number of hexadecimal digits in a group.
  std::size_t group_digits = 0;
  /// Whether lines begin with offsets, in which case they may end with the bytes as text.
  bool has_offsets = false;

  std::string_view view() const { return {bytes.data(), bytes.size()}; }

  /// Returns the part of the text that lists the bytes in `part`. If lines have offsets, includes the rest of the
  /// line.
  Span source_span(Span part, std::string_view text) const;

  /// Returns the same dump, read as little-endian groups.
  ByteDump with_reversed_groups() const;
};

// Unless the text is final, a number at its very end is ignored.

/// Reads `97, 98, 99` or `"0":97,"1":98` at `begin`.
ByteDump read_decimal_list(std::string_view text, std::size_t begin, bool is_final);

}  // namespace slashpass
