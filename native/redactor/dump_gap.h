#pragma once

#include <cstddef>
#include <string_view>

#include "redactor/letters.h"

namespace slashpass {

constexpr std::size_t longest_gap = 96;

constexpr LetterSet quotes("\"'");

/// A separator between two listed numbers: blanks, signs, quotes, terminal colors and line breaks.
struct DumpGap {
  std::size_t begin;
  std::size_t end;
  bool has_comma = false;
  bool has_colon = false;
  /// Whether the number before the gap is a quoted name rather than an element.
  bool is_behind_name = false;
};

/// Returns the gap at `begin`, or an empty gap if there is none.
DumpGap read_gap(std::string_view text, std::size_t begin);

/// Returns the start of the gap (without colors) that ends at `end`, but no earlier than `from`. Returns `end` if
/// there is no gap.
std::size_t begin_of_gap(std::string_view text, std::size_t from, std::size_t end);

/// Whether the end of the text cuts off a color that begins at `at`.
bool is_cut_colour(std::string_view text, std::size_t at);

}  // namespace slashpass
