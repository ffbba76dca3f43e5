#include "redactor/dump_finder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "redactor/escape.h"
#include "redactor/hex_dump.h"
#include "redactor/letters.h"

namespace slashpass {
namespace {

// The longest text between the bytes on two lines.
constexpr std::size_t longest_interruption = 256;
// Times, dates, MAC addresses and identifiers have fewer bytes.
constexpr std::size_t conclusive_bytes = 7;

// Counts the hexadecimal digits at `at`, up to one more than a group may have.
std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && end - at <= longest_group && hex_value(text[end]) >= 0) ++end;
  return end - at;
}

std::size_t digits_before(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && end - begin <= longest_group && hex_value(text[begin - 1]) >= 0) --begin;
  return end - begin;
}

// Returns the start of the number (of up to three digits) that ends at `end`. Returns `end` if the digits belong to a
// word or a longer number.
std::size_t begin_of_decimal(std::string_view text, std::size_t end) {
  constexpr LetterSet of_a_number(".-");
  std::size_t begin = end;
  while (begin > 0 && end - begin < 3 && is_digit(text[begin - 1])) --begin;
  const bool is_behind_colour = begin > 1 && text[begin - 1] == 'm' && is_digit(text[begin - 2]);
  const bool goes_on = begin > 0 && (is_word(text[begin - 1]) || of_a_number.has(text[begin - 1]));
  return goes_on && !is_behind_colour ? end : begin;
}

}  // namespace

void DumpFinder::add_triggers(TriggerScan& scan, unsigned first_set) {
  // The first set matches numbers after a comma or blank, possibly in quotes. The second matches numbers after other
  // characters or a color. A single set would match plain digits too. Neither set may match words such as `the face`,
  // indentation or names in JSON.
  scan.add(first_set, {"0123456789abcdef\"'", " \t,-!#$&()\"'", "0123456789 \"'", "0123456789abcdefx\"'"});
  scan.add(first_set + 1,
           {"0123456789abcdef\x1B", ".,:;_|/+*=~^?<>[\\]{}", "0123456789 \\", "0123456789abcdefx \",\\"});
}

void DumpFinder::find(std::size_t at) {
  if (at + 1 < gap_end_) return;
  const bool is_number = hex_value(text_[at]) >= 0;
  // The scan also reports blanks. They matter only before a digit, where they may be the end of a longer run of blanks.
  if (text_[at] == ' ' && at + 2 < text_.size() && !is_digit(text_[at + 2])) return;
  find_beside(read_gap(text_, is_number ? at + 1 : begin_of_gap(text_, gap_end_, at)));
}

void DumpFinder::find_around(std::size_t at) {
  if (at < gap_end_ || !may_stand_around(at)) return;
  const std::size_t next = read_gap(text_, at).end;
  if (next >= text_.size() || hex_value(text_[next]) < 0) return;
  find_beside(read_gap(text_, begin_of_gap(text_, gap_end_, at)));
}

void DumpFinder::find_at_line_end(std::size_t at) {
  if (at >= gap_end_) find_at_line(skip_line_break(text_, at));
  find_around(at);
}

void DumpFinder::find_at_line(std::size_t at) {
  if (at < text_.size() && hex_value(text_[at]) >= 0) find_behind_offset(at + hex_prefix_length(text_, at));
}

// Most line ends and escapes follow a word, which can be detected without reading the gap. A color may begin a list.
bool DumpFinder::may_stand_around(std::size_t at) const {
  constexpr std::size_t most_signs = 12;
  const std::size_t limit = at - std::min(at, most_signs);
  std::size_t end = at;
  while (end > limit && !is_word(text_[end - 1]) && text_[end - 1] != '\n') --end;
  if (end > 0 && hex_value(text_[end - 1]) >= 0) return true;
  const auto escape = text_[at] == '\\' ? read_escape(text_, at) : std::nullopt;
  return escape && escape->value == '\x1B';
}

void DumpFinder::find_beside(const DumpGap& gap) {
  gap_end_ = std::max(gap_end_, gap.end);
  const std::size_t next = gap.end;
  if (next == gap.begin || next >= text_.size() || hex_value(text_[next]) < 0) return;
  const std::size_t prefix = hex_prefix_length(text_, next);
  // Numbers that could be decimal or hexadecimal are read both ways.
  if (prefix == 0 && is_digit(text_[next])) {
    const bool is_behind_number = gap.begin > 0 && hex_value(text_[gap.begin - 1]) >= 0;
    if (gap.has_comma && is_behind_number)
      keep_decimal_list(begin_of_decimal(text_, gap.begin));
    else if (!is_behind_number || gap.end - gap.begin > 2)
      keep_decimal_list(next);
  }
  if (prefix > 0 || (!gap.is_behind_name && begins_hex_dump(gap))) {
    if (const auto group = hex_.number_at(next)) keep_hex_dumps(*group);
  }
  find_behind_offset(next + prefix);
}

void DumpFinder::find_behind_offset(std::size_t at) {
  // Rejects most numbers early.
  if (at + shortest_offset >= text_.size() || hex_value(text_[at + shortest_offset - 1]) < 0) return;
  const Span number{at, at + digits_at(text_, at)};
  if (number.end < text_.size() && !HexReader::behind_an_offset.has(text_[number.end])) return;
  if (const auto group = hex_.group_behind_offset(number)) keep_hex_dumps(*group);
}

const std::vector<ByteDump>& DumpFinder::finish() {
  if (is_final_) return dumps_;
  const std::size_t last = last_number_before(last_number());
  if (last == 0) return dumps_;
  if (is_digit(text_[last - 1])) keep_decimal_list(begin_of_decimal(text_, last));
  const Span group = hex_.group_before(last);
  keep_hex_dumps(group);
  // The last line may consist only of an offset.
  if (const std::size_t before = last_number_before(group.begin); before > 0) keep_hex_dumps(hex_.group_before(before));
  return dumps_;
}

// Returns the end of the last number in front of `end` that is followed only by a gap, or 0 if there is none.
std::size_t DumpFinder::last_number_before(std::size_t end) const {
  const std::size_t limit = end - std::min(end, longest_gap);
  for (std::size_t at = end; at > limit; --at) {
    if (hex_value(text_[at - 1]) < 0 || digits_at(text_, at) > 0) continue;
    const DumpGap gap = read_gap(text_, at);
    if (gap.end > gap.begin && (gap.end >= end || is_cut_colour(text_, gap.end))) return at;
  }
  return 0;
}

std::size_t DumpFinder::last_number() const {
  const std::size_t limit = text_.size() - std::min(text_.size(), longest_group + 2);
  std::size_t begin = text_.size();
  while (begin > limit && (hex_value(text_[begin - 1]) >= 0 || to_lower(text_[begin - 1]) == 'x')) --begin;
  const bool goes_on = begin > 0 && is_word(text_[begin - 1]) && text_[begin - 1] != '_';
  return goes_on ? text_.size() : begin;
}

bool DumpFinder::is_open(const ByteDump& dump) const {
  return !is_final_ && text_.size() - dump.end < longest_interruption;
}

// A cheap check that rejects most times and dates.
bool DumpFinder::begins_hex_dump(const DumpGap& gap) {
  if (gap.end < few_up_to_) return false;
  const std::size_t size = digits_at(text_, gap.end);
  if (gap.end + size == text_.size()) return true;
  if (size == 0 || size % 2 != 0 || size > longest_group || gap.end < lists_read_to_[size / 2 - 1]) return false;
  std::size_t bytes = 0;
  std::size_t next = gap.end;
  for (; bytes < conclusive_bytes && digits_at(text_, next) == size; bytes += size / 2) {
    const std::size_t end = next + size;
    const DumpGap behind = read_gap(text_, end);
    if (behind.is_behind_name) break;
    next = behind.end;
    if (next + digits_at(text_, next) == text_.size() || is_cut_colour(text_, next)) return true;
    if (next == end) break;
  }
  if (bytes < conclusive_bytes && is_behind_offset(gap)) return true;
  for (std::size_t begin = gap.begin; bytes < conclusive_bytes && digits_before(text_, begin) == size;
       bytes += size / 2) {
    const std::size_t end = begin - size;
    begin = begin_of_gap(text_, 0, end);
    if (begin == end) break;
  }
  // The first group may be an offset.
  if (bytes < conclusive_bytes && !is_behind_offset(read_gap(text_, gap.end + size))) few_up_to_ = next;
  return bytes >= conclusive_bytes;
}

// Whether the gap separates an offset at the start of a line from the bytes.
bool DumpFinder::is_behind_offset(const DumpGap& gap) const {
  const std::size_t size = digits_before(text_, gap.begin);
  if (size < shortest_offset) return false;
  const std::string_view space = text_.substr(gap.begin, gap.end - gap.begin);
  return space.find_first_not_of(" \t:") == std::string_view::npos;
}

void DumpFinder::keep_decimal_list(std::size_t begin) {
  if (begin < decimals_read_to_) return;
  ByteDump list = read_decimal_list(text_, begin, is_final_);
  if (list.bytes.size() > 1) decimals_read_to_ = list.end;
  keep(std::move(list));
}

// Reads the list that contains the group. If the list begins after an offset, also reads the lines with offsets.
void DumpFinder::keep_hex_dumps(Span group) {
  const std::size_t digits = group.end - group.begin;
  if (digits == 0 || digits % 2 != 0 || digits > longest_group || hex_.has_offset_mark(group)) return;
  std::size_t& read_to = lists_read_to_[digits / 2 - 1];
  if (group.begin < read_to) return;
  Span first = hex_.first_of_list(group, read_to);
  while (true) {
    ByteDump list = hex_.read_list(first);
    read_to = list.end;
    keep(std::move(list));
    if (hex_.has_offset(first)) keep_lines(first);
    if (group.begin < read_to) return;
    first = group;
  }
}

// Reads the previous lines too, because they might not contain any triggers.
void DumpFinder::keep_lines(Span first) {
  const std::size_t digits = first.end - first.begin;
  std::vector<Span> lines;
  for (std::optional<Span> line = first; line && enter(line->begin, digits, LineState::noticed);
       line = hex_.line_before(*line))
    lines.push_back(*line);
  for (; !lines.empty(); lines.pop_back()) {
    if (keep_lines(lines.back(), HexReader::WideSpace::may_be_padding))
      keep_lines(lines.back(), HexReader::WideSpace::ends_bytes);
  }
}

// Rereads lines only as far as a secret may extend. Returns whether the other meaning of wide space would result in
// different bytes.
bool DumpFinder::keep_lines(Span first, HexReader::WideSpace meaning) {
  const bool is_narrow = meaning == HexReader::WideSpace::ends_bytes;
  const LineState state = is_narrow ? LineState::read_to_wide_space : LineState::read;
  const std::size_t digits = first.end - first.begin;
  if (!enter(first.begin, digits, state)) return false;
  ByteDump dump;
  dump.group_digits = digits;
  dump.has_offsets = true;
  bool has_wide_space = false;
  std::size_t limit = text_.size();
  for (std::optional<Span> line = first; line && dump.bytes.size() < limit;) {
    line = hex_.read_line(*line, meaning, dump, has_wide_space);
    if (line && limit == text_.size() && !enter(line->begin, digits, state))
      limit = dump.bytes.size() + longest_secret_;
  }
  keep(std::move(dump));
  return has_wide_space;
}

// Returns false if the line has already been entered in this state.
bool DumpFinder::enter(std::size_t line, std::size_t group_digits, LineState state) {
  return entered_lines_.insert({line, group_digits, state}).second;
}

void DumpFinder::keep(ByteDump&& dump) {
  if (dump.bytes.size() >= shortest_dump || (!dump.bytes.empty() && is_open(dump))) dumps_.push_back(std::move(dump));
}

}  // namespace slashpass
