#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace slashpass {

struct Escape {
  enum class Meaning : std::uint8_t { byte, code_point, either };

  std::uint32_t value;
  std::size_t length;
  Meaning meaning;
};

/// `%41`, `\x41`, `\u0041`, `\u{41}`, `\"`, `&#65;`, `&#x41;`, `&amp;`
constexpr bool begins_escape(char letter) { return letter == '%' || letter == '\\' || letter == '&'; }

/// The maximum number of backslashes before a character. Each level may require another pass over the text.
constexpr std::size_t deepest_nesting = 8;

/// Also reads nested escapes (`%2541`, `\\u0041`).
std::optional<Escape> read_escape(std::string_view text, std::size_t at);

/// Returns the length of an escape at `at` that the end of the text or line cuts off, or 0 if there is none.
std::size_t cut_escape_length(std::string_view text, std::size_t at);

/// The maximum length of a line break, including the indentation that follows.
constexpr std::size_t longest_line_break = 64;

/// Returns the position after the line break at `at` (literal or escaped) and any indentation that follows. Returns
/// `at` if there is no line break.
std::size_t skip_line_break(std::string_view text, std::size_t at);

}  // namespace slashpass
