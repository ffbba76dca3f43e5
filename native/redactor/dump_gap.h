#pragma once

#include <cstddef>
#include <string_view>

#include "redactor/letters.h"

namespace slashpass {

constexpr std::size_t longest_gap = 96;

constexpr LetterSet quotes("\"'");

/// Blanks, punctuation, quotes, colors and line breaks between two listed numbers.
struct DumpGap {
  std::size_t begin;
  std::size_t end;
  bool has_comma = false;
  bool has_colon = false;
  /// After a quoted name, not an element.
  bool is_behind_name = false;
};

/// Empty if there is none at `begin`.
DumpGap read_gap(std::string_view text, std::size_t begin);

/// The start of the gap that ends at `end`, without colors; `end` if there is none.
std::size_t begin_of_gap(std::string_view text, std::size_t from, std::size_t end);

/// Whether the end of the text cuts off a color at `at`.
bool is_cut_colour(std::string_view text, std::size_t at);

}  // namespace slashpass
