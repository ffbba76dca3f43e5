#include "redactor/dump_finder.h"

#include <algorithm>
#include <utility>

#include "redactor/escape.h"
#include "redactor/letters.h"

namespace slashpass {
namespace {

// What may stand between the bytes of two lines.
constexpr std::size_t longest_interruption = 256;
// Times, dates, addresses of network cards and identifiers have fewer that are written alike.
constexpr std::size_t telling_bytes = 7;
constexpr std::size_t longest_break = 64;
constexpr std::size_t longest_blank = 8;

// How many hexadecimal digits stand there; more than a group has are not counted.
std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && end - at <= longest_group && hex_value(text[end]) >= 0) ++end;
  return end - at;
}

}  // namespace

void DumpFinder::add_triggers(TriggerScan& scan, unsigned first_set) {
  constexpr std::string_view hex_digits = "0123456789abcdef";
  // Two sets: a class with more separators would let digits pass. Words such as `the face` shall not. The `x` of `0x`
  // costs nothing, since an 8 has the same lower half.
  scan.add(first_set, {hex_digits, ",:", "0123456789 \n\"'\\", "0123456789abcdefx \n\"'"});
  scan.add(first_set + 1, {hex_digits, " \t-", "0123456789", "0123456789abcdefx"});
}

void DumpFinder::find(std::size_t at) {
  if (at < read_up_to_ || at + 1 >= text_.size()) return;
  if (text_[at + 1] != ',') {
    std::size_t group = at + 2;
    // Behind an offset, as of xxd, stand blanks. All groups but the last may begin with a letter, which triggers
    // nothing.
    const std::size_t limit = std::min(text_.size(), at + longest_blank);
    while (text_[at + 1] == ':' && group < limit && text_[group] == ' ') ++group;
    // All groups of a line may begin with a letter, too.
    if (group < text_.size()) group = skip_line_break(text_, group);
    if (begins_hex_dump(group)) keep(read_hex_dump(text_, at, read_up_to_, is_final_));
    return;
  }
  std::size_t next = at + 2;
  while (next < text_.size() && next - at < longest_break) {
    if (is_word(text_[next])) break;
    next = std::max(next + 1, begins_escape(text_[next]) ? skip_line_break(text_, next) : 0);
  }
  // In most texts a word follows a comma.
  if (next < text_.size() && !is_digit(text_[next])) return;
  // Where it may be either, it is read as both.
  const std::size_t from = read_up_to_;
  const bool is_prefixed = text_.substr(next, 2) == "0x";
  if (!is_prefixed && is_digit(text_[at])) keep(read_decimal_list(text_, at, is_final_));
  if (is_prefixed || begins_hex_dump(next)) keep(read_hex_dump(text_, at, from, is_final_));
}

void DumpFinder::find_in_front_of_escape(std::size_t at) {
  const std::size_t limit = std::max(read_up_to_, at - std::min(at, deepest_nesting));
  while (at > limit && text_[at - 1] == '\\') --at;
  if (at >= 2 && text_[at - 1] == ',' && hex_value(text_[at - 2]) >= 0) find(at - 2);
}

const std::vector<ByteDump>& DumpFinder::finish() {
  if (is_final_) return dumps_;
  const std::string_view before = text_.substr(0, last_number());
  const std::size_t last = before.find_last_not_of(" \t\r\n,:-");
  if (last == std::string_view::npos || last < read_up_to_ || last + 1 == before.size()) return dumps_;
  const bool is_decimal = is_digit(before[last]) && before[last + 1] == ',';
  if (hex_value(before[last]) >= 0 && dump_separators.has(before[last + 1]))
    keep(read_hex_dump(text_, last, read_up_to_, false));
  if (is_decimal) keep(read_decimal_list(text_, last, false));
  return dumps_;
}

std::size_t DumpFinder::last_number() const {
  const std::size_t limit = text_.size() - std::min(text_.size(), longest_group + 2);
  std::size_t begin = text_.size();
  while (begin > limit && (hex_value(text_[begin - 1]) >= 0 || text_[begin - 1] == 'x')) --begin;
  return begin > 0 && is_word(text_[begin - 1]) ? text_.size() : begin;
}

bool DumpFinder::is_open(const ByteDump& dump) const {
  return !is_final_ && text_.size() - dump.end < longest_interruption;
}

// A cheap look at the groups of the same size on this line, which most times and dates do not pass.
bool DumpFinder::begins_hex_dump(std::size_t at) const {
  // Nothing else has such groups.
  if (text_.substr(at, 2) == "0x") return true;
  const std::size_t size = digits_at(text_, at);
  if (at + size == text_.size()) return true;
  if (size == 0 || size % 2 != 0 || size > longest_group) return false;
  std::size_t bytes = 0;
  for (std::size_t next = at; bytes < telling_bytes && digits_at(text_, next) == size; bytes += size / 2) {
    const std::size_t end = next + size;
    const std::size_t limit = std::min(text_.size(), end + longest_separator);
    for (next = end; next < limit && dump_separators.has(text_[next]);) ++next;
    if (next == text_.size() || text_[next] == '\n' || text_[next] == '\r' || text_[next] == '\\') return true;
    if (next == end) break;
  }
  for (std::size_t begin = at; bytes < telling_bytes; bytes += size / 2) {
    std::size_t end = begin;
    const std::size_t limit = begin - std::min(begin, longest_separator);
    while (end > limit && dump_separators.has(text_[end - 1])) --end;
    if (end == begin || end < size || digits_at(text_, end - size) != size) break;
    begin = end - size;
  }
  return bytes >= telling_bytes;
}

void DumpFinder::keep(ByteDump dump) {
  if (dump.bytes.empty()) return;
  read_up_to_ = std::max(read_up_to_, dump.end);
  if (dump.bytes.size() < shortest_dump && !is_open(dump)) return;
  dumps_.push_back(std::move(dump));
}

}  // namespace slashpass
