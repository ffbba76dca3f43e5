#pragma once

#include <cstddef>
#include <string_view>

#include "redactor/letters.h"

namespace slashpass {

constexpr std::size_t longest_gap = 96;

constexpr LetterSet quotes("\"'");

/// What stands between two numbers that a text lists: blanks, signs, quotes, colours of a terminal and line breaks.
struct DumpGap {
  std::size_t begin;
  std::size_t end;
  bool has_comma = false;
  bool has_colon = false;
  /// Whether the number in front of it is a name in quotes, and no element of the list.
  bool is_behind_name = false;
};

/// The gap at `begin`, which is empty when another letter stands there.
DumpGap read_gap(std::string_view text, std::size_t begin);

/// Where the gap without colours begins that ends at `end`, not before `from`; `end` when there is none.
std::size_t begin_of_gap(std::string_view text, std::size_t from, std::size_t end);

/// Whether the text from `at` on is the beginning of a colour that the end of the text cuts off.
bool is_cut_colour(std::string_view text, std::size_t at);

}  // namespace slashpass
