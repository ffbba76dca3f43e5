#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "redactor/dump_gap.h"
#include "redactor/span.h"
#include "system/wiped_vector.h"

namespace slashpass {

/// The maximum size of the text that follows a line's bytes.
constexpr std::size_t longest_tail = 128;

/// Bytes that a text lists individually, and their positions.
struct ByteDump {
  WipedVector<char> bytes;
  /// The position of each byte; unordered if groups were reversed.
  std::vector<Span> spans;
  /// The end of the text read so far. Earlier text is not read again, except through `other`.
  std::size_t end = 0;
  /// A gap before numbers that do not continue the previous ones. They may be a separate dump that begins at their
  /// offset, so they are read again.
  std::optional<DumpGap> other;
  /// Hexadecimal digits per group.
  std::size_t group_digits = 0;
  /// Whether lines begin with offsets and may end with the bytes as text.
  bool has_offsets = false;

  std::string_view view() const { return {bytes.data(), bytes.size()}; }

  /// Returns the part of the text that lists the bytes in `part`; includes the rest of the line if lines have offsets.
  Span source_span(Span part, std::string_view text) const;

  /// Returns the same dump with little-endian groups.
  ByteDump with_reversed_groups() const;
};

// Unless the text is final, a number at its end is ignored.

/// Reads `97, 98, 99` or `"0":97,"1":98` from `begin`.
ByteDump read_decimal_list(std::string_view text, std::size_t begin, bool is_final);

}  // namespace slashpass
