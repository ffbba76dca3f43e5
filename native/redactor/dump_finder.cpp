#include "redactor/dump_finder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "redactor/escape.h"
#include "redactor/hex_dump.h"
#include "redactor/letters.h"

namespace slashpass {
namespace {

// The longest text between the bytes of two lines.
constexpr std::size_t longest_interruption = 256;
// Times, dates, MAC addresses and identifiers have fewer bytes.
constexpr std::size_t conclusive_bytes = 7;
// More retries would be slow if every line looked like the start of a dump.
constexpr unsigned most_readings = 8;

// Counts the hexadecimal digits at `at`, up to the length of a group.
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

// Returns the start of the number of up to three digits that ends at `end`, or `end` if the digits are part of a word
// or of a longer number.
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
  // Numbers after a comma or blank, also in quotes; then numbers after other characters or a color. A single set would
  // also match plain digits. Words such as `the face`, indentation and names in JSON must not match.
  scan.add(first_set, {"0123456789abcdef\"'", " \t,-!#$&()\"'", "0123456789 \"'", "0123456789abcdefx\"'"});
  scan.add(first_set + 1,
           {"0123456789abcdef\x1B", ".,:;_|/+*=~^?<>[\\]{}", "0123456789 \\", "0123456789abcdefx \",\\"});
}

void DumpFinder::find(std::size_t at) {
  if (at < read_up_to_ || at + 1 < gap_end_) return;
  const bool is_number = hex_value(text_[at]) >= 0;
  // Two blanks before a number may end a longer run of blanks.
  if (text_[at] == ' ' && at + 2 < text_.size() && !is_digit(text_[at + 2])) return;
  find_beside(read_gap(text_, is_number ? at + 1 : begin_of_gap(text_, std::max(read_up_to_, gap_end_), at)));
}

void DumpFinder::find_around(std::size_t at) {
  if (at < std::max(read_up_to_, gap_end_) || !may_stand_around(at)) return;
  const std::size_t next = read_gap(text_, at).end;
  if (next >= text_.size() || hex_value(text_[next]) < 0) return;
  find_beside(read_gap(text_, begin_of_gap(text_, std::max(read_up_to_, gap_end_), at)));
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

// Reads a dump around or after the gap.
void DumpFinder::find_beside(const DumpGap& gap) {
  gap_end_ = std::max(gap_end_, gap.end);
  const std::size_t next = gap.end;
  if (next == gap.begin || next >= text_.size() || hex_value(text_[next]) < 0) return;
  const std::size_t from = read_up_to_;
  const bool is_prefixed = hex_prefix_length(text_, next) > 0;
  // Ambiguous numbers are read both ways.
  if (!is_prefixed && is_digit(text_[next])) {
    const bool is_behind_number = gap.begin > 0 && hex_value(text_[gap.begin - 1]) >= 0;
    if (gap.has_comma && is_behind_number)
      keep(read_decimal_list(text_, begin_of_decimal(text_, gap.begin), is_final_));
    else if (!is_behind_number || gap.end - gap.begin > 2)
      keep(read_decimal_list(text_, next, is_final_));
  }
  if (is_prefixed || (!gap.is_behind_name && begins_hex_dump(gap))) keep_hex_dump(gap, from, is_final_);
}

const std::vector<ByteDump>& DumpFinder::finish() {
  if (is_final_) return dumps_;
  const std::size_t end = last_number();
  const DumpGap last{begin_of_gap(text_, read_up_to_, end), end};
  const bool may_be_offset = is_behind_offset(last);
  const std::size_t from = read_up_to_;
  find_in_front_of(end, from);
  // The last line may have an offset but no bytes.
  if (may_be_offset) find_in_front_of(last.begin - digits_before(text_, last.begin), from);
  return dumps_;
}

// Reads the lists whose last number is followed only by a gap up to `end`.
void DumpFinder::find_in_front_of(std::size_t end, std::size_t from) {
  const std::size_t limit = std::max(from, end - std::min(end, longest_gap));
  for (std::size_t at = end; at > limit; --at) {
    if (hex_value(text_[at - 1]) < 0 || digits_at(text_, at) > 0) continue;
    const DumpGap gap = read_gap(text_, at);
    const bool reaches_end = gap.end >= end || is_cut_colour(text_, gap.end);
    if (gap.end == gap.begin || !reaches_end) continue;
    if (is_digit(text_[at - 1])) keep(read_decimal_list(text_, begin_of_decimal(text_, at), false));
    keep_hex_dump({at, text_.size()}, from, false);
    return;
  }
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
  if (size == 0 || size % 2 != 0 || size > longest_group) return false;
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

// Whether the gap lies between an offset at the start of a line and the bytes.
bool DumpFinder::is_behind_offset(const DumpGap& gap) const {
  const std::size_t size = digits_before(text_, gap.begin);
  if (size < shortest_offset) return false;
  const std::string_view space = text_.substr(gap.begin, gap.end - gap.begin);
  return space.find_first_not_of(" \t:") == std::string_view::npos;
}

void DumpFinder::keep_hex_dump(const DumpGap& gap, std::size_t from, bool is_final) {
  std::optional<DumpGap> next = gap;
  for (unsigned times = 0; next && times < most_readings; ++times) {
    HexReadings readings = read_hex_dump(text_, *next, from, is_final);
    next = readings.by_offsets.other;
    keep(std::move(readings.by_offsets));
    if (readings.with_whole_lines) keep(std::move(*readings.with_whole_lines));
    if (!next || next->end >= text_.size()) return;
    from = next->begin;
    if (is_digit(text_[next->end])) keep(read_decimal_list(text_, next->end, is_final));
  }
}

void DumpFinder::keep(ByteDump dump) {
  const bool is_alone = dump.bytes.size() < 2;
  if (dump.bytes.empty() || (is_alone && !is_open(dump))) return;
  read_up_to_ = std::max(read_up_to_, dump.end);
  if (dump.bytes.size() < shortest_dump && !is_open(dump)) return;
  dumps_.push_back(std::move(dump));
}

}  // namespace slashpass
