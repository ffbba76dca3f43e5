#include "redactor/dump_gap.h"

#include <algorithm>

#include "redactor/escape.h"
#include "redactor/letters.h"

namespace slashpass {
namespace {

constexpr std::size_t longest_gap = 96;
constexpr std::size_t longest_colour = 24;
constexpr char escape_letter = '\x1B';

// A percent sign begins an escape, and is none of them.
constexpr LetterSet signs(" \t!\"#$&'()*+,-./:;<=>?@[\\]^_`{|}~");

// Behind the escape letter, as it is or written as an escape; `at` when there is none.
std::size_t skip_escape_letter(std::string_view text, std::size_t at) {
  if (text[at] == escape_letter) return at + 1;
  if (!begins_escape(text[at])) return at;
  const auto escape = read_escape(text, at);
  return escape && escape->value == static_cast<unsigned char>(escape_letter) ? at + escape->length : at;
}

bool is_of_colour(char letter) { return is_digit(letter) || letter == ';' || letter == '['; }

// Behind a colour, as `ESC[33m`; `at` when there is none.
std::size_t skip_colour(std::string_view text, std::size_t at) {
  std::size_t end = skip_escape_letter(text, at);
  if (end == at || end >= text.size() || text[end] != '[') return at;
  const std::size_t limit = std::min(text.size(), end + longest_colour);
  while (end < limit && is_of_colour(text[end])) ++end;
  return end < limit && text[end] == 'm' ? end + 1 : at;
}

std::size_t skip_tab(std::string_view text, std::size_t at) {
  const auto escape = read_escape(text, at);
  return escape && escape->value == '\t' ? at + escape->length : at;
}

// Behind all that is no sign by itself.
std::size_t skip_spelled(std::string_view text, std::size_t at) {
  for (const auto skip : {skip_line_break, skip_colour, skip_tab}) {
    if (const std::size_t end = skip(text, at); end > at) return end;
  }
  return at;
}

// Where an escaped line break or tab begins that ends at `end`; `end` when there is none.
std::size_t begin_of_escape(std::string_view text, std::size_t from, std::size_t end) {
  constexpr std::size_t longest = 16;
  const std::size_t limit = std::max(from, end - std::min(end, longest));
  std::size_t first = end;
  for (std::size_t begin = end; begin > limit; --begin) {
    if (!begins_escape(text[begin - 1])) continue;
    const auto escape = read_escape(text, begin - 1);
    const bool is_blank = escape && (escape->value == '\n' || escape->value == '\r' || escape->value == '\t');
    if (is_blank && begin - 1 + escape->length == end) first = begin - 1;
  }
  return first;
}

}  // namespace

DumpGap read_gap(std::string_view text, std::size_t begin) {
  DumpGap gap{begin, begin};
  const std::size_t limit = std::min(text.size(), begin + longest_gap);
  while (gap.end < limit) {
    const char letter = text[gap.end];
    const bool is_sign = signs.has(letter);
    const bool is_spelled = begins_escape(letter) || letter == '\n' || letter == '\r' || letter == escape_letter;
    const std::size_t next = is_spelled ? skip_spelled(text, gap.end) : gap.end;
    if (next == gap.end && !is_sign) break;
    gap.has_comma |= letter == ',';
    gap.has_colon |= letter == ':';
    gap.end = std::max(next, gap.end + 1);
  }
  return gap;
}

std::size_t begin_of_gap(std::string_view text, std::size_t from, std::size_t end) {
  const std::size_t limit = std::max(from, end - std::min(end, longest_gap));
  std::size_t begin = end;
  while (begin > limit) {
    const char letter = text[begin - 1];
    // The semicolon of `&#10;`.
    const bool is_plain = letter == '\n' || letter == '\r' || (signs.has(letter) && letter != ';');
    const std::size_t next = is_plain ? begin - 1 : begin_of_escape(text, limit, begin);
    if (next == begin && letter != ';') break;
    begin = std::min(next, begin - 1);
  }
  return read_gap(text, begin).end == end ? begin : end;
}

bool is_cut_colour(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.empty() || rest.size() > longest_colour) return false;
  const std::size_t end = skip_escape_letter(text, at);
  if (end == at) return at + cut_escape_length(text, at) == text.size() && cut_escape_length(text, at) > 0;
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(end), text.end(), is_of_colour);
}

}  // namespace slashpass
