#include "redactor/hex_dump.h"

#include <algorithm>

#include "redactor/dump_gap.h"
#include "redactor/escape.h"
#include "redactor/letters.h"

namespace slashpass {
namespace {

// The longest run of spaces between groups on a line that has an offset.
constexpr std::size_t longest_space = 16;
// Many programs print additional space after this number of bytes.
constexpr std::size_t half_of_line = 8;

constexpr LetterSet of_a_line(" \t:,-");

bool is_of_word(char letter) { return is_word(letter) && letter != '_'; }

std::size_t size_of(Span span) { return span.end - span.begin; }

// A line's last group may be shorter.
bool fits(Span group, std::size_t group_digits) { return size_of(group) <= group_digits && size_of(group) % 2 == 0; }

}  // namespace

std::size_t hex_prefix_length(std::string_view text, std::size_t at) {
  return at + 1 < text.size() && text[at] == '0' && to_lower(text[at + 1]) == 'x' ? 2 : 0;
}

std::optional<Span> HexReader::number_at(std::size_t at) const {
  Span digits{at + hex_prefix_length(text_, at), 0};
  digits.end = digits.begin;
  while (digits.end < text_.size() && size_of(digits) <= longest_group && hex_value(text_[digits.end]) >= 0)
    ++digits.end;
  const std::string_view behind = text_.substr(std::min(digits.end, text_.size()), 2);
  // The colon may be the mark of an offset.
  const bool is_cut = !is_final_ && (behind.empty() || behind == ":");
  if (size_of(digits) == 0 || is_cut || (!behind.empty() && is_of_word(behind[0]))) return std::nullopt;
  return digits;
}

Span HexReader::group_before(std::size_t end) const {
  std::size_t begin = end;
  while (begin > 0 && end - begin <= longest_group && hex_value(text_[begin - 1]) >= 0) --begin;
  if (begin == 0 || begin_of_number(begin) < begin) return {begin, end};
  std::size_t escape_digits = 0;
  if (text_[begin - 1] == 'u') escape_digits = 4;
  if (text_[begin - 1] == 'x' || text_[begin - 1] == '%') escape_digits = 2;
  return {std::min(begin + escape_digits, end), end};
}

std::optional<Span> HexReader::group_behind_offset(Span number) const {
  const std::size_t limit = std::min(text_.size(), number.end + longest_space);
  std::size_t next = number.end;
  while (next < limit && behind_an_offset.has(text_[next])) ++next;
  if (next == number.end) return std::nullopt;
  const auto group = number_at(next);
  return group && is_offset(number, size_of(*group)) ? group : std::nullopt;
}

// Includes a `0x` prefix.
std::size_t HexReader::begin_of_number(std::size_t digits) const {
  return digits >= 2 && hex_prefix_length(text_, digits - 2) > 0 ? digits - 2 : digits;
}

bool HexReader::has_offset_mark(Span number) const {
  return size_of(number) >= shortest_offset && text_.substr(number.end, 2) == ": ";
}

bool HexReader::is_offset(Span number, std::size_t group_digits) const {
  const bool is_no_group = size_of(number) > group_digits || size_of(number) % 2 != 0;
  return has_offset_mark(number) || (size_of(number) >= shortest_offset && is_no_group);
}

std::optional<Span> HexReader::offset_before(Span first) const {
  const std::size_t number = begin_of_number(first.begin);
  const std::size_t limit = number - std::min(number, longest_space);
  Span offset{number, number};
  while (offset.end > limit && behind_an_offset.has(text_[offset.end - 1])) --offset.end;
  offset.begin = offset.end;
  while (offset.begin > 0 && size_of(offset) < longest_group && hex_value(text_[offset.begin - 1]) >= 0) --offset.begin;
  return offset.end < number && is_offset(offset, size_of(first)) ? std::optional(offset) : std::nullopt;
}

Span HexReader::first_of_list(Span group, std::size_t from) const {
  while (const auto before = group_in_front_of(group, from)) group = *before;
  return group;
}

std::optional<Span> HexReader::group_in_front_of(Span group, std::size_t from) const {
  const std::size_t number = begin_of_number(group.begin);
  const std::size_t end = begin_of_gap(text_, std::min(from, number), number);
  const Span before = group_before(end);
  if (end == number || before.begin < from || size_of(before) != size_of(group)) return std::nullopt;
  if (has_offset_mark(before) || read_gap(text_, end).is_behind_name) return std::nullopt;
  return before;
}

ByteDump HexReader::read_list(Span first) const {
  ByteDump dump;
  dump.group_digits = size_of(first);
  for (std::optional<Span> group = first; group;) {
    add(*group, dump);
    if (size_of(*group) < dump.group_digits && dump.group_digits > 2) break;
    const DumpGap gap = read_gap(text_, group->end);
    if (gap.end == gap.begin || gap.is_behind_name) break;
    group = number_at(gap.end);
    // Single bytes may lack their leading zero.
    const bool is_short_byte = group && dump.group_digits == 2 && size_of(*group) == 1;
    if (group && (has_offset_mark(*group) || !(is_short_byte || fits(*group, dump.group_digits)))) break;
  }
  return dump;
}

std::optional<Span> HexReader::line_before(Span first) const {
  const auto offset = offset_before(first);
  if (!offset) return std::nullopt;
  const std::size_t line = begin_of_number(offset->begin);
  const std::size_t end = begin_of_gap(text_, 0, line);
  const Span last = group_before(end);
  if (end == line || skip_line_break(text_, end) != line || size_of(last) != size_of(first)) return std::nullopt;
  const Span before = first_of_list(last, 0);
  return has_offset(before) ? std::optional(before) : std::nullopt;
}

std::optional<Span> HexReader::read_line(Span first, WideSpace meaning, ByteDump& dump, bool& has_wide_space) const {
  const auto offset = offset_before(first);
  const std::size_t number = begin_of_number(first.begin);
  // The space between groups is no wider than the space after the offset.
  std::size_t usual_space = offset ? number - offset->end - (text_[offset->end] == ':' ? 1 : 0) : 1;
  const std::size_t line_begin = dump.bytes.size();
  const std::size_t digits = dump.group_digits;
  add(first, dump);
  if (size_of(first) < digits) return std::nullopt;
  while (true) {
    const std::size_t next = skip_space(dump.end);
    const auto group = next > dump.end ? number_at(next) : std::nullopt;
    if (!group || !fits(*group, digits)) return next_line(next, digits);
    const std::string_view space = text_.substr(dump.end, next - dump.end);
    if (space.size() > (digits == 2 ? 1 : usual_space)) {
      const bool may_be_padding = digits == 2 ? dump.bytes.size() - line_begin == half_of_line
                                              : space.size() == usual_space + digits - size_of(*group);
      if (!may_be_padding || space.find_first_not_of(' ') != std::string_view::npos) return next_line(next, digits);
      has_wide_space = true;
      if (meaning == WideSpace::ends_bytes) return next_line(next, digits);
    }
    usual_space = std::min(usual_space, space.size());
    add(*group, dump);
  }
}

std::size_t HexReader::skip_space(std::size_t at) const {
  const std::size_t limit = std::min(text_.size(), at + longest_space);
  while (at < limit && of_a_line.has(text_[at])) ++at;
  return at;
}

std::optional<Span> HexReader::next_line(std::size_t at, std::size_t group_digits) const {
  // The text column may contain what looks like a line break.
  const std::size_t limit = std::min(text_.size(), at + longest_tail);
  for (; at < limit; ++at) {
    const std::size_t line = skip_line_break(text_, at);
    const auto offset = line > at ? number_at(line) : std::nullopt;
    if (!offset || !is_offset(*offset, group_digits)) continue;
    const auto group = group_behind_offset(*offset);
    return group && fits(*group, group_digits) ? group : std::nullopt;
  }
  return std::nullopt;
}

void HexReader::add(Span group, ByteDump& dump) const {
  dump.end = group.end;
  if (size_of(group) % 2 != 0) {
    dump.bytes.push_back(static_cast<char>(hex_value(text_[group.begin])));
    dump.spans.push_back({group.begin, ++group.begin});
  }
  for (std::size_t at = group.begin; at < group.end; at += 2) {
    dump.bytes.push_back(static_cast<char>(hex_value(text_[at]) << 4 | hex_value(text_[at + 1])));
    dump.spans.push_back({at, at + 2});
  }
}

}  // namespace slashpass
