#include "redactor/escape.h"

#include <algorithm>
#include <array>
#include <utility>

#include "redactor/letters.h"

namespace slashpass {
namespace {

using Meaning = Escape::Meaning;

constexpr std::size_t longest_escape = 16;

int digit_at(std::string_view text, std::size_t at) { return at < text.size() ? hex_value(text[at]) : -1; }

std::optional<std::uint32_t> read_hex(std::string_view text, std::size_t at, std::size_t digits) {
  std::uint32_t value = 0;
  for (std::size_t end = at + digits; at < end; ++at) {
    const int digit = digit_at(text, at);
    if (digit < 0) return std::nullopt;
    value = value << 4 | static_cast<std::uint32_t>(digit);
  }
  return value;
}

std::optional<Escape> read_percent(std::string_view text, std::size_t at) {
  std::size_t digits = at + 1;
  for (std::size_t level = 0; level < deepest_nesting && text.substr(digits, 2) == "25"; ++level) {
    if (!read_hex(text, digits + 2, 2)) break;
    digits += 2;
  }
  const auto value = read_hex(text, digits, 2);
  if (!value) return std::nullopt;
  return Escape{*value, digits + 2 - at, Meaning::byte};
}

std::size_t backslashes_at(std::string_view text, std::size_t at) {
  std::size_t count = 0;
  while (count < deepest_nesting && at + count < text.size() && text[at + count] == '\\') ++count;
  return count;
}

std::optional<Escape> read_braced(std::string_view text, std::size_t begin, std::size_t digits) {
  std::uint32_t value = 0;
  std::size_t at = digits;
  for (; at < digits + 6 && digit_at(text, at) >= 0; ++at)
    value = value << 4 | static_cast<std::uint32_t>(digit_at(text, at));
  if (at == digits || at >= text.size() || text[at] != '}') return std::nullopt;
  return Escape{value, at + 1 - begin, Meaning::code_point};
}

std::optional<Escape> read_utf16(std::string_view text, std::size_t begin, std::size_t digits) {
  const auto high = read_hex(text, digits, 4);
  if (!high) return std::nullopt;
  const std::size_t end = digits + 4;
  if (*high < 0xD800 || *high > 0xDBFF) return Escape{*high, end - begin, Meaning::code_point};
  const std::size_t second = end + backslashes_at(text, end);
  if (second == end || second >= text.size() || text[second] != 'u') return std::nullopt;
  const auto low = read_hex(text, second + 1, 4);
  if (!low || *low < 0xDC00 || *low > 0xDFFF) return std::nullopt;
  return Escape{0x10000 + ((*high - 0xD800) << 10) + (*low - 0xDC00), second + 5 - begin, Meaning::code_point};
}

std::optional<std::uint32_t> short_escape(char letter) {
  switch (letter) {
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case '"':
    case '\'':
    case '/':
      return static_cast<std::uint32_t>(letter);
    default:
      return std::nullopt;
  }
}

std::optional<Escape> read_backslash(std::string_view text, std::size_t at) {
  const std::size_t count = backslashes_at(text, at);
  const std::size_t letter = at + count;
  if (letter >= text.size()) return std::nullopt;
  if (const auto value = short_escape(text[letter])) return Escape{*value, count + 1, Meaning::byte};
  if (text[letter] == 'x' || text[letter] == 'X') {
    const auto value = read_hex(text, letter + 1, 2);
    if (!value) return std::nullopt;
    return Escape{*value, count + 3, Meaning::either};
  }
  if (text[letter] != 'u') return std::nullopt;
  if (letter + 1 < text.size() && text[letter + 1] == '{') return read_braced(text, at, letter + 2);
  return read_utf16(text, at, letter + 1);
}

constexpr std::array<std::pair<std::string_view, char>, 5> named_references{
    {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};

std::optional<Escape> read_reference(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size()) return std::nullopt;
  if (text[at + 1] != '#') {
    for (const auto& [name, letter] : named_references) {
      if (text.substr(at, name.size()) == name)
        return Escape{static_cast<std::uint32_t>(letter), name.size(), Meaning::byte};
    }
    return std::nullopt;
  }
  const bool is_hex = at + 2 < text.size() && to_lower(text[at + 2]) == 'x';
  const std::size_t digits = at + (is_hex ? 3 : 2);
  std::uint32_t value = 0;
  std::size_t end = digits;
  for (; end < digits + 8; ++end) {
    const int digit = digit_at(text, end);
    if (digit < 0 || (!is_hex && digit > 9)) break;
    value = value * (is_hex ? 16 : 10) + static_cast<std::uint32_t>(digit);
  }
  if (end == digits || end >= text.size() || text[end] != ';') return std::nullopt;
  return Escape{value, end + 1 - at, Meaning::code_point};
}

// Returns the length of the escape at `at` if it stands for either character, and 0 otherwise.
std::size_t escaped_length(std::string_view text, std::size_t at, char one, char other) {
  if (!begins_escape(text[at])) return 0;
  const auto escape = read_escape(text, at);
  const auto means = [&](char letter) { return escape->value == static_cast<unsigned char>(letter); };
  return escape && (means(one) || means(other)) ? escape->length : 0;
}

std::size_t line_break_length(std::string_view text, std::size_t at) {
  if (text[at] == '\n') return 1;
  if (text[at] == '\r') return text.substr(at + 1, 1) == "\n" ? 2 : 0;
  return escaped_length(text, at, '\n', '\r');
}

std::size_t blank_length(std::string_view text, std::size_t at) {
  return text[at] == ' ' || text[at] == '\t' ? 1 : escaped_length(text, at, ' ', '\t');
}

}  // namespace

std::optional<Escape> read_escape(std::string_view text, std::size_t at) {
  switch (text[at]) {
    case '%':
      return read_percent(text, at);
    case '\\':
      return read_backslash(text, at);
    case '&':
      return read_reference(text, at);
    default:
      return std::nullopt;
  }
}

std::size_t cut_escape_length(std::string_view text, std::size_t at) {
  if (at >= text.size() || !begins_escape(text[at])) return 0;
  std::size_t end = at + 1;
  for (; end < text.size() && text[end] != '\n' && text[end] != '\r'; ++end) {
    const char letter = text[end];
    if (end - at >= longest_escape || !(is_word(letter) || letter == '\\' || letter == '#' || letter == '{')) return 0;
  }
  return end - at;
}

std::size_t skip_line_break(std::string_view text, std::size_t at) {
  const std::size_t limit = std::min(text.size(), at + longest_line_break);
  std::size_t next = at;
  while (next < limit) {
    std::size_t length = line_break_length(text, next);
    if (length == 0 && next > at) length = blank_length(text, next);
    if (length == 0) break;
    next += length;
  }
  return next;
}

}  // namespace slashpass
