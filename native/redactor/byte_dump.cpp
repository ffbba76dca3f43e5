#include "redactor/byte_dump.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "redactor/escape.h"
#include "redactor/letters.h"

namespace slashpass {
namespace {

constexpr std::size_t shortest_offset = 4;
constexpr std::size_t longest_gap = 8;
// The text behind the bytes of a line.
constexpr std::size_t longest_tail = 128;
// Of lines that go on behind such a text.
constexpr std::size_t least_bytes_of_line = 8;
constexpr std::size_t usual_bytes_of_line = 16;
constexpr std::size_t most_bytes_of_line = 64;

constexpr LetterSet blanks(" \t");
constexpr LetterSet behind_an_offset(" \t:");
constexpr LetterSet quotes("\\\"'");
constexpr LetterSet of_a_number(".-");

std::size_t skip(std::string_view text, std::size_t at, const LetterSet& letters) {
  const std::size_t limit = std::min(text.size(), at + longest_gap);
  while (at < limit && letters.has(text[at])) ++at;
  return at;
}

std::size_t skip_separators(std::string_view text, std::size_t at) { return skip(text, at, dump_separators); }

// Where the line ends, unless that is far away.
std::size_t end_of_line(std::string_view text, std::size_t at) {
  const std::size_t limit = std::min(text.size(), at + longest_tail);
  std::size_t end = at;
  while (end < limit && skip_line_break(text, end) == end) ++end;
  return end < limit || end == text.size() ? end : at;
}

std::uint64_t hex_number(std::string_view digits) {
  std::uint64_t number = 0;
  for (const char digit : digits) number = number << 4 | static_cast<unsigned>(hex_value(digit));
  return number;
}

class HexReader {
 public:
  HexReader(std::string_view text, std::size_t from, bool is_final) : text_(text), from_(from), is_final_(is_final) {}

  ByteDump read(std::size_t at) && {
    const std::size_t next = skip_line_break(text_, skip_separators(text_, at + 1));
    dump_.end = next;
    const auto group = first_of_two(at + 1, next);
    if (!group || size_of(*group) > longest_group || size_of(*group) % 2 != 0) return std::move(dump_);
    dump_.group_digits = size_of(*group);
    const std::size_t first = first_group(group->begin);
    note_offset_before(first);
    read_lines(first);
    return std::move(dump_);
  }

 private:
  static std::size_t size_of(Span span) { return span.end - span.begin; }

  // Hexadecimal digits that no other letter follows, nor the end of a text that may go on with more of them.
  std::optional<Span> group_at(std::size_t at) const {
    const Span digits = digits_at(at);
    const bool goes_on = digits.end < text_.size() ? is_word(text_[digits.end]) : !is_final_;
    if (digits.end == digits.begin || goes_on) return std::nullopt;
    return digits;
  }

  Span digits_at(std::size_t at) const {
    if (text_.substr(std::min(at, text_.size()), 2) == "0x") at += 2;
    std::size_t end = at;
    while (end < text_.size() && end - at <= longest_group && hex_value(text_[end]) >= 0) ++end;
    return {at, end};
  }

  // Whether the end of a text that may go on is in the way of a group.
  bool is_cut_at(std::size_t at) const { return !is_final_ && digits_at(at).end >= text_.size(); }

  // Its digits, and whether nothing else is written together with them: a word, an escape such as `\n` or `%0A`.
  struct GroupBefore {
    Span digits;
    bool is_whole;
  };

  GroupBefore group_before(std::size_t end) const {
    std::size_t begin = end;
    while (begin > from_ && end - begin <= longest_group && hex_value(text_[begin - 1]) >= 0) --begin;
    const bool is_prefixed = begin >= from_ + 2 && text_.substr(begin - 2, 2) == "0x";
    const bool is_alone = begin == from_ || (!is_word(text_[begin - 1]) && text_[begin - 1] != '%');
    return {{begin, end}, is_alone || is_prefixed};
  }

  // How many of the hexadecimal digits at `at` belong to an escape that begins in front of them: `\u000a`, `\x0a`,
  // `%0A`.
  std::size_t digits_of_escape(std::size_t at) const {
    switch (at > from_ ? text_[at - 1] : '\0') {
      case 'u':
        return 4;
      case 'x':
      case '%':
        return 2;
      default:
        return 0;
    }
  }

  // The one of two groups that surely belongs to the bytes: in front of other digits may stand an offset.
  std::optional<Span> first_of_two(std::size_t end, std::size_t next) const {
    const auto [before, is_whole] = group_before(end);
    const auto group = group_at(next);
    const bool is_like_the_next = is_whole && group && size_of(before) == size_of(*group);
    const bool is_behind_offset = text_.substr(end, 2) == ": ";
    if (!is_cut_at(next) && (!is_like_the_next || is_behind_offset)) return group;
    return is_whole ? std::optional(before) : std::nullopt;
  }

  // A group of this dump; the last one may be shorter.
  std::optional<Span> fitting_group_at(std::size_t at) const {
    const auto group = group_at(at);
    return group && size_of(*group) <= dump_.group_digits && size_of(*group) % 2 == 0 ? group : std::nullopt;
  }

  // Goes back over groups of the same size, also to lines before in which every group begins with a letter: those
  // trigger nothing.
  std::size_t first_group(std::size_t begin) const {
    while (const auto before = group_in_front_of(begin)) begin = before->begin;
    return begin;
  }

  std::optional<Span> group_in_front_of(std::size_t begin) const {
    const bool has_prefix = begin >= from_ + 2 && text_.substr(begin - 2, 2) == "0x";
    const std::size_t number = has_prefix ? begin - 2 : begin;
    const std::size_t line = end_of_line_before(number);
    const std::size_t end = end_in_front_of(line, line < number ? longest_gap : longest_separator);
    const bool is_behind_offset = line == number && text_.substr(end, 2) == ": ";
    if (end == number || is_behind_offset) return std::nullopt;
    const auto [digits, is_whole] = group_before(end);
    const std::size_t escape_digits = is_whole ? 0 : digits_of_escape(digits.begin);
    if (size_of(digits) != escape_digits + dump_.group_digits) return std::nullopt;
    return Span{digits.begin + escape_digits, end};
  }

  // In front of the line break and the indent that end at `at`, as they are read in the other direction; or `at`.
  std::size_t end_of_line_before(std::size_t at) const {
    const std::size_t limit = at - std::min(at - from_, longest_line_break);
    std::size_t end = at;
    for (std::size_t begin = at; begin > limit; --begin)
      if (skip_line_break(text_, begin - 1) == at) end = begin - 1;
    return end;
  }

  std::size_t end_in_front_of(std::size_t at, std::size_t most) const {
    const std::size_t limit = at - std::min(at - from_, most);
    while (at > limit && dump_separators.has(text_[at - 1])) --at;
    return at;
  }

  void note_offset_before(std::size_t first) {
    std::size_t end = first;
    const std::size_t limit = first - std::min(first - from_, longest_gap);
    while (end > limit && behind_an_offset.has(text_[end - 1])) --end;
    std::size_t begin = end;
    while (begin > from_ && end - begin < longest_group && hex_value(text_[begin - 1]) >= 0) --begin;
    dump_.has_offsets = end < first && is_offset({begin, end});
    if (dump_.has_offsets) note_offset({begin, end});
  }

  bool is_offset(Span group) const {
    const bool has_colon = text_.substr(group.end, 2) == ": ";
    return size_of(group) >= shortest_offset && (has_colon || size_of(group) > dump_.group_digits);
  }

  void note_offset(Span group) { offset_ = hex_number(text_.substr(group.begin, size_of(group))); }

  void read_lines(std::size_t at) {
    for (auto group = fitting_group_at(at); group;) {
      add(*group);
      dump_.end = group->end;
      const std::size_t next = skip_separators(text_, group->end);
      const bool goes_on = next > group->end && !ends_bytes(next - group->end);
      group = goes_on ? fitting_group_at(next) : std::nullopt;
      if (group) continue;
      const auto line = next_line(next);
      if (!line) return;
      line_begin_ = dump_.bytes.size();
      group = fitting_group_at(*line);
    }
  }

  // Whether a gap is that in front of the text at the end of a line, not the one in its middle.
  bool ends_bytes(std::size_t gap) const {
    const bool may_end = dump_.group_digits > 2 || dump_.bytes.size() - line_begin_ >= usual_bytes_of_line;
    return dump_.has_offsets && gap > 1 && may_end;
  }

  void add(Span group) {
    for (std::size_t at = group.begin; at < group.end; at += 2) {
      dump_.bytes.push_back(static_cast<char>(hex_value(text_[at]) << 4 | hex_value(text_[at + 1])));
      dump_.places.push_back({at, at + 2});
    }
  }

  // Where the bytes go on behind a line that has no more of them at `at`.
  std::optional<std::size_t> next_line(std::size_t at) {
    if (at >= text_.size()) return std::nullopt;
    const std::size_t next = skip_line_break(text_, at);
    if (next > at) {
      const auto group = group_at(next);
      return group && is_offset(*group) ? behind_offset(*group) : next;
    }
    if (dump_.bytes.size() - line_begin_ < least_bytes_of_line) return std::nullopt;
    // In the text at the end of a line may stand what looks like a line break.
    const std::size_t limit = std::min(text_.size(), at + longest_tail);
    for (; at < limit; ++at) {
      const std::size_t line = skip_line_break(text_, at);
      const auto group = line > at ? group_at(line) : std::nullopt;
      if (group && is_offset(*group)) return behind_offset(*group);
    }
    return std::nullopt;
  }

  std::size_t behind_offset(Span group) {
    const auto before = offset_;
    note_offset(group);
    const std::uint64_t bytes = before ? *offset_ - *before : 0;
    // What looked like more bytes was the text behind them.
    if (bytes > 0 && bytes <= most_bytes_of_line && dump_.bytes.size() - line_begin_ > bytes) {
      dump_.bytes.resize(line_begin_ + bytes);
      dump_.places.resize(line_begin_ + bytes);
    }
    return skip_separators(text_, group.end);
  }

  std::string_view text_;
  std::size_t from_;
  bool is_final_;
  ByteDump dump_;
  std::size_t line_begin_ = 0;
  std::optional<std::uint64_t> offset_;
};

struct Number {
  unsigned value;
  std::size_t end;
};

std::optional<Number> byte_at(std::string_view text, std::size_t at, bool is_final) {
  Number number{0, at};
  for (; number.end < text.size() && number.end - at < 4 && is_digit(text[number.end]); ++number.end)
    number.value = number.value * 10 + static_cast<unsigned>(text[number.end] - '0');
  const bool goes_on = number.end < text.size() && (is_word(text[number.end]) || text[number.end] == '.');
  const bool is_cut = number.end == text.size() && !is_final;
  if (number.end == at || number.value > 0xFF || goes_on || is_cut) return std::nullopt;
  return number;
}

// Behind the index of an element: `"12":`.
std::size_t skip_index(std::string_view text, std::size_t at) {
  constexpr std::size_t longest_index = 6;
  const std::size_t digits = skip(text, at, quotes);
  std::size_t end = digits;
  while (end < text.size() && end - digits < longest_index && is_digit(text[end])) ++end;
  const std::size_t colon = skip(text, end, quotes);
  if (end == digits || colon >= text.size() || text[colon] != ':') return at;
  return skip(text, colon + 1, blanks);
}

}  // namespace

Span ByteDump::place_of(Span part, std::string_view text) const {
  Span place = places[part.begin];
  for (std::size_t index = part.begin; index < part.end; ++index) {
    place.begin = std::min(place.begin, places[index].begin);
    place.end = std::max(place.end, places[index].end);
  }
  return {place.begin, has_offsets ? end_of_line(text, place.end) : place.end};
}

ByteDump ByteDump::with_swapped_pairs(bool is_open) const {
  ByteDump swapped = *this;
  if (is_open && bytes.size() % 2 != 0) {
    swapped.bytes.pop_back();
    swapped.places.pop_back();
  }
  for (std::size_t index = 0; index + 1 < swapped.bytes.size(); index += 2) {
    std::swap(swapped.bytes[index], swapped.bytes[index + 1]);
    std::swap(swapped.places[index], swapped.places[index + 1]);
  }
  return swapped;
}

ByteDump read_hex_dump(std::string_view text, std::size_t at, std::size_t from, bool is_final) {
  return HexReader(text, from, is_final).read(at);
}

ByteDump read_decimal_list(std::string_view text, std::size_t at, bool is_final) {
  ByteDump dump;
  dump.end = at + 1;
  std::size_t begin = at;
  while (begin > 0 && at - begin < 2 && is_digit(text[begin - 1])) --begin;
  if (begin > 0 && (is_word(text[begin - 1]) || of_a_number.has(text[begin - 1]))) return dump;
  while (const auto number = byte_at(text, begin, is_final)) {
    dump.bytes.push_back(static_cast<char>(number->value));
    dump.places.push_back({begin, number->end});
    dump.end = number->end;
    const std::size_t comma = skip(text, number->end, blanks);
    if (comma >= text.size() || text[comma] != ',') break;
    const std::size_t next = skip(text, comma + 1, blanks);
    begin = skip_index(text, next < text.size() ? skip_line_break(text, next) : next);
  }
  return dump;
}

}  // namespace slashpass
