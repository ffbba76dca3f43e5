#include "redactor/hex_dump.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "redactor/escape.h"
#include "redactor/letters.h"

namespace slashpass {
namespace {

// The longest run of spaces between groups on a line with an offset.
constexpr std::size_t longest_space = 16;
constexpr std::size_t space_in_front_of_text = 2;
constexpr std::size_t usual_bytes_of_line = 16;
constexpr std::size_t most_bytes_of_line = 64;

constexpr LetterSet behind_an_offset(" \t:");
constexpr LetterSet of_a_line(" \t:,-");

std::uint64_t hex_number(std::string_view digits) {
  std::uint64_t number = 0;
  for (const char digit : digits) number = number << 4 | static_cast<unsigned>(hex_value(digit));
  return number;
}

bool is_of_word(char letter) { return is_word(letter) && letter != '_'; }

class HexReader {
 public:
  HexReader(std::string_view text, std::size_t from, bool is_final, bool trusts_offsets)
      : text_(text), from_(from), is_final_(is_final), trusts_offsets_(trusts_offsets) {}

  void read(const DumpGap& gap) {
    dump_.end = gap.end;
    auto group = one_of_two(gap);
    if (group && group->begin == gap.end && begins_other_line(gap, *group)) note_other(*group);
    if (group && has_offset_mark(*group)) group = one_of_two(read_gap(text_, group->end));
    if (!group || size_of(*group) > longest_group || size_of(*group) % 2 != 0) return;
    dump_.group_digits = size_of(*group);
    const std::size_t first = first_group(group->begin);
    note_offset_before(first);
    if (dump_.has_offsets)
      read_lines(first);
    else
      read_list(first);
  }

  ByteDump take() && { return std::move(dump_); }

  /// Whether an offset implied fewer bytes than its line shows.
  bool met_short_line() const { return met_short_line_; }

 private:
  static std::size_t size_of(Span span) { return span.end - span.begin; }

  // The digits must be followed by a non-word character or the final end of the text.
  std::optional<Span> group_at(std::size_t at) const {
    const Span digits = digits_at(at);
    const bool continues = digits.end < text_.size() ? is_of_word(text_[digits.end]) : !is_final_;
    if (digits.end == digits.begin || continues) return std::nullopt;
    return digits;
  }

  Span digits_at(std::size_t at) const {
    at += hex_prefix_length(text_, at);
    std::size_t end = at;
    while (end < text_.size() && end - at <= longest_group && hex_value(text_[end]) >= 0) ++end;
    return {at, end};
  }

  // A group that is not part of a word or of an escape such as `\n` or `%0A`.
  struct GroupBefore {
    Span digits;
    bool is_whole;
  };

  GroupBefore group_before(std::size_t end) const {
    std::size_t begin = end;
    while (begin > from_ && end - begin <= longest_group && hex_value(text_[begin - 1]) >= 0) --begin;
    const bool is_alone = begin == from_ || (!is_of_word(text_[begin - 1]) && text_[begin - 1] != '%');
    return {{begin, end}, is_alone || begin_of_number(begin) < begin};
  }

  // Includes the `0x` prefix.
  std::size_t begin_of_number(std::size_t digits) const {
    return digits >= from_ + 2 && hex_prefix_length(text_, digits - 2) > 0 ? digits - 2 : digits;
  }

  // For `\u000a`, `\x0a`, `%0A`.
  std::size_t digits_of_escape(const GroupBefore& group) const {
    switch (group.is_whole ? '\0' : text_[group.digits.begin - 1]) {
      case 'u':
        return 4;
      case 'x':
      case '%':
        return 2;
      default:
        return 0;
    }
  }

  // Prefers the group after the gap, because the group before it may be an offset.
  std::optional<Span> one_of_two(const DumpGap& gap) const {
    const bool is_cut = !is_final_ && digits_at(gap.end).end >= text_.size();
    if (!is_cut) return group_at(gap.end);
    const auto [before, is_whole] = group_before(gap.begin);
    return is_whole && size_of(before) > 0 ? std::optional(before) : std::nullopt;
  }

  // The last group may be shorter, and so may bytes without leading zeros.
  std::optional<Span> fitting_group_at(std::size_t at) const {
    const auto group = group_at(at);
    if (!group || size_of(*group) > dump_.group_digits) return std::nullopt;
    const bool may_be_odd = dump_.group_digits == 2 && !dump_.has_offsets;
    return size_of(*group) % 2 == 0 || may_be_odd ? group : std::nullopt;
  }

  // Also checks previous lines, which may have no triggers.
  std::size_t first_group(std::size_t begin) const {
    while (const auto before = group_in_front_of(begin)) begin = before->begin;
    return begin;
  }

  std::optional<Span> group_in_front_of(std::size_t begin) const {
    const std::size_t number = begin_of_number(begin);
    std::size_t end = begin_of_gap(text_, from_, number);
    GroupBefore before = group_before(end);
    if (end == number || has_offset_mark(before.digits) || read_gap(text_, end).is_behind_name) return std::nullopt;
    if (digits_of_escape(before) == 0 && is_offset(before.digits)) {
      const std::size_t line = before.digits.begin;
      end = begin_of_gap(text_, from_, line);
      if (skip_line_break(text_, end) != line) return std::nullopt;
      before = group_before(end);
    }
    const Span digits = before.digits;
    const std::size_t escape_digits = digits_of_escape(before);
    if (size_of(digits) != escape_digits + dump_.group_digits) return std::nullopt;
    return Span{digits.begin + escape_digits, end};
  }

  void note_offset_before(std::size_t first) {
    const std::size_t number = begin_of_number(first);
    std::size_t end = number;
    const std::size_t limit = number - std::min(number - from_, longest_space);
    while (end > limit && behind_an_offset.has(text_[end - 1])) --end;
    std::size_t begin = end;
    while (begin > from_ && end - begin < longest_group && hex_value(text_[begin - 1]) >= 0) --begin;
    dump_.has_offsets = end < number && is_offset({begin, end});
    if (!dump_.has_offsets) return;
    note_offset({begin, end});
    has_offset_marks_ = has_offset_mark({begin, end});
    space_ = number - end - (text_[end] == ':' ? 1 : 0);
  }

  bool is_offset(Span group) const {
    const bool is_no_group = size_of(group) > dump_.group_digits || size_of(group) % 2 != 0;
    return has_offset_mark(group) || (size_of(group) >= shortest_offset && is_no_group);
  }

  bool has_offset_mark(Span group) const {
    return size_of(group) >= shortest_offset && text_.substr(group.end, 2) == ": ";
  }

  void note_offset(Span group) {
    offset_ = hex_number(text_.substr(group.begin, size_of(group)));
    offset_at_ = begin_of_number(group.begin);
  }

  void read_list(std::size_t at) {
    for (auto group = fitting_group_at(at); group;) {
      add(*group);
      const bool is_last = size_of(*group) < dump_.group_digits && dump_.group_digits > 2;
      if (is_last && !dump_.other) dump_.other = DumpGap{begin_of_number(group->begin), begin_of_number(group->begin)};
      if (is_last) return;
      const DumpGap gap = read_gap(text_, group->end);
      if (gap.end == gap.begin || gap.is_behind_name) return;
      const auto next = group_at(gap.end);
      if (next && !dump_.other && may_begin_dump(gap, *next)) note_other(*next);
      const bool begins_line = next && is_offset(*next) && size_of(*next) > dump_.group_digits;
      if (begins_line) line_begin_ = dump_.bytes.size();
      group = fitting_group_at(begins_line ? behind_offset(*next) : gap.end);
    }
  }

  void note_other(Span offset) { dump_.other = DumpGap{begin_of_number(offset.begin), skip_space(offset.end)}; }

  bool may_begin_dump(const DumpGap& gap, Span number) const {
    return is_offset(number) || begins_other_line(gap, number);
  }

  // Whether the gap is before a group of another size.
  bool begins_other_line(const DumpGap& gap, Span number) const {
    const bool begins_line = text_.substr(gap.begin, gap.end - gap.begin).find('\n') != std::string_view::npos;
    if (!begins_line || size_of(number) < shortest_offset) return false;
    const auto group = group_at(skip_space(number.end));
    return group && size_of(*group) != size_of(number);
  }

  void read_lines(std::size_t at) {
    for (auto group = fitting_group_at(at); group;) {
      add(*group);
      const std::size_t next = skip_space(group->end);
      group = fitting_group_at(next);
      if (group && (next == dump_.end || ends_bytes(*group))) group.reset();
      if (group) {
        space_ = std::min(space_, group->begin - dump_.end);
        continue;
      }
      const auto offset = offset_;
      const auto line = next_line(next);
      if (!line) return;
      if (!dump_.other) note_passed_offset(*line);
      if (!dump_.other) note_other_dump(offset, *line);
      line_begin_ = dump_.bytes.size();
      group = fitting_group_at(*line);
    }
  }

  // A skipped line may contain an offset further on.
  void note_passed_offset(std::size_t line) {
    if (!passed_line_) return;
    const std::size_t mark = *passed_line_ + text_.substr(*passed_line_, line - *passed_line_).find(": ");
    if (mark < *passed_line_ || mark >= line) return;
    const Span offset = {mark - std::min(size_of(group_before(mark).digits), longest_group), mark};
    if (has_offset_mark(offset)) note_other(offset);
  }

  // A line with another offset or group size may begin another dump.
  void note_other_dump(std::optional<std::uint64_t> offset, std::size_t line) {
    const auto group = group_at(line);
    const bool is_alike = group && size_of(*group) == dump_.group_digits;
    if (is_alike && offset && offset_ == *offset + dump_.bytes.size() - line_begin_) return;
    const bool has_offset = offset_at_ > dump_.end;
    if (!has_offset && is_alike)
      // Or the number is an offset as long as the groups.
      note_other(*group);
    else
      dump_.other = DumpGap{has_offset ? offset_at_ : line, group ? line : read_gap(text_, line).end};
  }

  std::size_t skip_space(std::size_t at) const {
    const std::size_t limit = std::min(text_.size(), at + longest_space);
    while (at < limit && of_a_line.has(text_[at])) ++at;
    return at;
  }

  // Ignores the space in the middle of a line and the padding of a short group.
  bool ends_bytes(Span next) const {
    const std::string_view space = text_.substr(dump_.end, next.begin - dump_.end);
    if (space.size() <= (dump_.group_digits == 2 ? 1 : space_)) return false;
    if (space.find_first_not_of(' ') != std::string_view::npos) return true;
    if (has_offset_marks_ && shows_bytes(dump_.end + space_in_front_of_text)) return true;
    if (dump_.group_digits > 2) return space.size() != space_ + dump_.group_digits - size_of(next);
    return dump_.bytes.size() - line_begin_ != usual_bytes_of_line / 2;
  }

  bool shows_bytes(std::size_t at) const {
    constexpr std::size_t conclusive = 4;
    const std::size_t count = std::min({conclusive, dump_.bytes.size() - line_begin_, text_.size() - at});
    for (std::size_t index = 0; index < count; ++index) {
      const char byte = dump_.bytes[line_begin_ + index];
      const bool is_shown = byte >= ' ' && byte <= '~';
      if (text_[at + index] != (is_shown ? byte : '.')) return false;
    }
    return true;
  }

  void add(Span group) {
    dump_.end = group.end;
    if (size_of(group) % 2 != 0) {
      dump_.bytes.push_back(static_cast<char>(hex_value(text_[group.begin])));
      dump_.spans.push_back({group.begin, ++group.begin});
    }
    for (std::size_t at = group.begin; at < group.end; at += 2) {
      dump_.bytes.push_back(static_cast<char>(hex_value(text_[at]) << 4 | hex_value(text_[at + 1])));
      dump_.spans.push_back({at, at + 2});
    }
  }

  // Returns the start of the next line's bytes.
  std::optional<std::size_t> next_line(std::size_t at) {
    passed_line_.reset();
    // The text may contain what looks like a line break.
    const std::size_t limit = std::min(text_.size(), at + longest_tail);
    for (bool is_first = true; at < limit; ++at, is_first = false) {
      const std::size_t line = skip_line_break(text_, at);
      if (line == at) continue;
      const auto group = group_at(line);
      if (group && is_offset(*group)) return behind_offset(*group);
      if (is_first) return line;
      if (!passed_line_) passed_line_ = line;
    }
    return std::nullopt;
  }

  std::size_t behind_offset(Span group) {
    const auto before = offset_;
    note_offset(group);
    const std::uint64_t bytes = before ? *offset_ - *before : 0;
    // The other groups may be text.
    const bool is_short = bytes > 0 && bytes <= most_bytes_of_line && dump_.bytes.size() - line_begin_ > bytes;
    met_short_line_ |= is_short;
    if (is_short && trusts_offsets_) {
      dump_.bytes.resize(line_begin_ + bytes);
      dump_.spans.resize(line_begin_ + bytes);
    }
    return skip_space(group.end);
  }

  std::string_view text_;
  std::size_t from_;
  bool is_final_;
  bool trusts_offsets_;
  bool met_short_line_ = false;
  ByteDump dump_;
  std::size_t line_begin_ = 0;
  std::size_t space_ = 0;
  // xxd and tcpdump write ": " after offsets.
  bool has_offset_marks_ = false;
  std::optional<std::uint64_t> offset_;
  std::size_t offset_at_ = 0;
  std::optional<std::size_t> passed_line_;
};

}  // namespace

std::size_t hex_prefix_length(std::string_view text, std::size_t at) {
  const std::string_view prefix = text.substr(std::min(at, text.size()), 2);
  return prefix == "0x" || prefix == "0X" ? prefix.size() : 0;
}

HexReadings read_hex_dump(std::string_view text, const DumpGap& gap, std::size_t from, bool is_final) {
  HexReader reader(text, from, is_final, true);
  reader.read(gap);
  HexReadings readings;
  if (reader.met_short_line()) {
    HexReader other(text, from, is_final, false);
    other.read(gap);
    readings.with_whole_lines = std::move(other).take();
  }
  readings.by_offsets = std::move(reader).take();
  return readings;
}

}  // namespace slashpass
