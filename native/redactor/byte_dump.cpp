#include "redactor/byte_dump.h"

#include <algorithm>
#include <optional>

#include "redactor/dump_gap.h"
#include "redactor/escape.h"
#include "redactor/letters.h"

namespace slashpass {
namespace {

// Returns the end of the line, or `at` if the end is too far away.
std::size_t end_of_line(std::string_view text, std::size_t at) {
  const std::size_t limit = std::min(text.size(), at + longest_tail);
  std::size_t end = at;
  while (end < limit && skip_line_break(text, end) == end) ++end;
  return end < limit || end == text.size() ? end : at;
}

struct Number {
  unsigned value;
  std::size_t end;
};

std::optional<Number> byte_at(std::string_view text, std::size_t at, bool is_final) {
  Number number{0, at};
  for (; number.end < text.size() && number.end - at < 4 && is_digit(text[number.end]); ++number.end)
    number.value = number.value * 10 + static_cast<unsigned>(text[number.end] - '0');
  const bool continues = number.end < text.size() && (is_word(text[number.end]) || text[number.end] == '.');
  const bool is_cut = number.end == text.size() && !is_final;
  if (number.end == at || number.value > 0xFF || continues || is_cut) return std::nullopt;
  return number;
}

// Skips an element's index, such as `"12":`.
std::size_t skip_index(std::string_view text, std::size_t at) {
  constexpr std::size_t longest_index = 6;
  std::size_t end = at;
  while (end < text.size() && end - at < longest_index && is_digit(text[end])) ++end;
  const DumpGap gap = read_gap(text, end);
  return end > at && gap.has_colon && !gap.has_comma ? gap.end : at;
}

}  // namespace

Span ByteDump::source_span(Span part, std::string_view text) const {
  Span span = spans[part.begin];
  for (std::size_t index = part.begin; index < part.end; ++index) {
    span.begin = std::min(span.begin, spans[index].begin);
    span.end = std::max(span.end, spans[index].end);
  }
  return {span.begin, has_offsets ? end_of_line(text, span.end) : span.end};
}

ByteDump ByteDump::with_reversed_groups() const {
  ByteDump reversed = *this;
  for (std::size_t begin = 0, end = 0; begin < spans.size(); begin = end) {
    for (end = begin + 1; end < spans.size() && spans[end].begin == spans[end - 1].end;) ++end;
    std::reverse(reversed.bytes.data() + begin, reversed.bytes.data() + end);
    std::reverse(reversed.spans.data() + begin, reversed.spans.data() + end);
  }
  return reversed;
}

ByteDump read_decimal_list(std::string_view text, std::size_t begin, bool is_final) {
  ByteDump dump;
  dump.end = begin + 1;
  while (const auto number = byte_at(text, begin, is_final)) {
    const DumpGap gap = read_gap(text, number->end);
    // This could be an index whose colon follows in the next chunk.
    const bool may_be_index = begin > 0 && quotes.has(text[begin - 1]);
    if (may_be_index && !is_final && gap.end == text.size() && !gap.has_comma) break;
    dump.bytes.push_back(static_cast<char>(number->value));
    dump.spans.push_back({begin, number->end});
    dump.end = number->end;
    if (!gap.has_comma) break;
    begin = skip_index(text, gap.end);
  }
  return dump;
}

}  // namespace slashpass
