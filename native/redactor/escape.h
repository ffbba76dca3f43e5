#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace slashpass {

/// A character that a text spells as an escape.
struct Escape {
  enum class Meaning : std::uint8_t { byte, code_point, either };

  std::uint32_t value;
  std::size_t length;
  Meaning meaning;
};

/// Whether escapes begin with this character: `%41`, `\x41`, `\u0041`, `\u{41}`, `\"`, `&#65;`, `&#x41;`, `&amp;`.
constexpr bool begins_escape(char letter) { return letter == '%' || letter == '\\' || letter == '&'; }

/// So many backslashes stand in front of a letter at most. Deeper nesting is not read: each level would let a text be
/// read once more.
constexpr std::size_t deepest_nesting = 8;

/// The escape at `at`. Text that was escaped several times (`%2541`, `\\u0041`) is read to the end.
std::optional<Escape> read_escape(std::string_view text, std::size_t at);

/// The length of an escape at `at` that the end of the text or of the line cuts off; 0 when there is none.
std::size_t cut_escape_length(std::string_view text, std::size_t at);

/// How long a line break with its indent may be.
constexpr std::size_t longest_line_break = 64;

/// Where the text goes on behind a line break at `at`, written out or escaped, and the indent after it; `at` when there
/// is no line break.
std::size_t skip_line_break(std::string_view text, std::size_t at);

}  // namespace slashpass
