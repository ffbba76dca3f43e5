#include "redactor/dump_gap.h"

#include <algorithm>
#include <optional>

#include "redactor/escape.h"
#include "redactor/letters.h"

namespace slashpass {
namespace {

constexpr std::size_t longest_colour = 24;
// A truncated list ends in an ellipsis and the number of omitted elements.
constexpr std::string_view ellipsis = "...";
constexpr char escape_letter = '\x1B';

// Excludes the percent sign, which begins an escape.
constexpr LetterSet signs(" \t!\"#$&'()*+,-./:;<=>?@[\\]^_`{|}~");

bool is_of_colour(char letter) { return is_digit(letter) || letter == ';' || letter == '['; }

// Returns the position after a color such as `ESC[33m`, or an empty optional. `begin` is the position after the escape
// character.
std::optional<std::size_t> end_of_colour(std::string_view text, std::size_t begin) {
  if (begin >= text.size() || text[begin] != '[') return std::nullopt;
  const std::size_t limit = std::min(text.size(), begin + longest_colour);
  std::size_t end = begin;
  while (end < limit && is_of_colour(text[end])) ++end;
  return end < limit && text[end] == 'm' ? std::optional(end + 1) : std::nullopt;
}

// Returns the position after a line break, a color or an escaped tab. Returns an empty optional for anything else.
std::optional<std::size_t> skip_spelled(std::string_view text, std::size_t at) {
  if (text[at] == escape_letter) return end_of_colour(text, at + 1);
  const auto escape = begins_escape(text[at]) ? read_escape(text, at) : std::nullopt;
  if (escape && escape->value == static_cast<unsigned char>(escape_letter))
    return end_of_colour(text, at + escape->length);
  if (escape && escape->value == '\t') return at + escape->length;
  const bool may_break = !begins_escape(text[at]) || (escape && (escape->value == '\n' || escape->value == '\r'));
  const std::size_t end = may_break ? skip_line_break(text, at) : at;
  return end > at ? std::optional(end) : std::nullopt;
}

// The last characters of escaped line breaks and tabs.
constexpr LetterSet ends_of_escapes("nrtaAdD9;");

// Returns the start of the escaped line break or tab that ends at `end`, or `end` if there is none.
std::size_t begin_of_escape(std::string_view text, std::size_t from, std::size_t end) {
  constexpr std::size_t longest = 16;
  if (!ends_of_escapes.has(text[end - 1])) return end;
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

constexpr LetterSet spelled("\\&%\n\r\x1B");

}  // namespace

DumpGap read_gap(std::string_view text, std::size_t begin) {
  DumpGap gap{begin, begin};
  const std::size_t limit = std::min(text.size(), begin + longest_gap);
  while (gap.end < limit) {
    const char letter = text[gap.end];
    const std::optional<std::size_t> next = spelled.has(letter) ? skip_spelled(text, gap.end) : std::nullopt;
    if (!next && (!signs.has(letter) || text.substr(gap.end, ellipsis.size()) == ellipsis)) break;
    gap.has_comma |= letter == ',';
    gap.has_colon |= letter == ':';
    gap.is_behind_name |= letter == ':' && gap.end > begin && quotes.has(text[gap.end - 1]);
    gap.end = next.value_or(gap.end + 1);
  }
  return gap;
}

std::size_t begin_of_gap(std::string_view text, std::size_t from, std::size_t end) {
  const std::size_t limit = std::max(from, end - std::min(end, longest_gap));
  std::size_t begin = end;
  while (begin > limit) {
    const char letter = text[begin - 1];
    // A semicolon may be the end of `&#10;`.
    const bool is_plain = letter == '\n' || letter == '\r' || (signs.has(letter) && letter != ';');
    const std::size_t next = is_plain ? begin - 1 : begin_of_escape(text, limit, begin);
    if (next == begin && letter != ';') break;
    begin = std::min(next, begin - 1);
  }
  return begin == end || read_gap(text, begin).end >= end ? begin : end;
}

bool is_cut_colour(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.empty() || rest.size() > longest_colour) return false;
  const auto escape = begins_escape(text[at]) ? read_escape(text, at) : std::nullopt;
  const bool is_escaped = escape && escape->value == static_cast<unsigned char>(escape_letter);
  if (text[at] != escape_letter && !is_escaped) return cut_escape_length(text, at) == rest.size();
  const std::string_view colour = rest.substr(is_escaped ? escape->length : 1);
  return std::all_of(colour.begin(), colour.end(), is_of_colour);
}

}  // namespace slashpass
