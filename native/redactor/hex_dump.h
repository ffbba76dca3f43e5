#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "redactor/byte_dump.h"
#include "redactor/letters.h"
#include "redactor/span.h"

namespace slashpass {

/// The maximum number of hexadecimal digits in a group.
constexpr std::size_t longest_group = 16;

constexpr std::size_t shortest_offset = 4;

/// Returns the length of a `0x` prefix, or 0 if there is none.
std::size_t hex_prefix_length(std::string_view text, std::size_t at);

/// Reads hexdumps, and lists of hexadecimal groups separated by any characters. A group is represented by its digits,
/// without a `0x` prefix. All groups of a dump have the same number of digits, but the last group of a line or list may
/// be shorter. What is read after a group does not depend on the text before its line.
class HexReader {
 public:
  static constexpr LetterSet behind_an_offset{" \t:"};

  /// Unless `is_final`, more text may follow.
  HexReader(std::string_view text, bool is_final) : text_(text), is_final_(is_final) {}

  /// Returns the digits at `at` if they form a complete number.
  std::optional<Span> number_at(std::size_t at) const;

  /// Returns the group that ends at `end`, without the digits of an escape such as `\u000a` before it.
  Span group_before(std::size_t end) const;

  /// Whether a number is followed by ": ", like the offsets of xxd and tcpdump.
  bool has_offset_mark(Span number) const;

  /// Returns the first group after `number` if `number` is a line's offset.
  std::optional<Span> group_behind_offset(Span number) const;

  /// Whether an offset precedes a line's first group.
  bool has_offset(Span first) const { return offset_before(first).has_value(); }

  /// Returns the first group of the list that contains `group`. Does not read text before `from`.
  Span first_of_list(Span group, std::size_t from) const;

  ByteDump read_list(Span first) const;

  /// Returns the first group of the previous line. Both lines must have offsets.
  std::optional<Span> line_before(Span first) const;

  /// Wide space in a line may be padding, or it may separate the bytes from the text column.
  enum class WideSpace { ends_bytes, may_be_padding };

  /// Adds the bytes of a line to `dump`. Sets `has_wide_space` if the other meaning would add fewer bytes. Returns the
  /// first group of the next line that has an offset.
  std::optional<Span> read_line(Span first, WideSpace meaning, ByteDump& dump, bool& has_wide_space) const;

 private:
  bool is_offset(Span number, std::size_t group_digits) const;
  std::optional<Span> offset_before(Span first) const;
  std::optional<Span> group_in_front_of(Span group, std::size_t from) const;
  std::size_t begin_of_number(std::size_t digits) const;
  std::size_t skip_space(std::size_t at) const;
  std::optional<Span> next_line(std::size_t at, std::size_t group_digits) const;
  void add(Span group, ByteDump& dump) const;

  std::string_view text_;
  bool is_final_;
};

}  // namespace slashpass
