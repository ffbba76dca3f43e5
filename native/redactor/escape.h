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

/// The maximum number of backslashes before a letter. Each further level would allow a text to be read once more.
constexpr std::size_t deepest_nesting = 8;

/// The escape at `at`. Text that was escaped several times (`%2541`, `\\u0041`) is read to the end.
std::optional<Escape> read_escape(std::string_view text, std::size_t at);

/// Returns the length of an escape at `at` that is cut by the end of the text or line, or 0.
std::size_t cut_escape_length(std::string_view text, std::size_t at);

/// How long a line break with its indent may be.
constexpr std::size_t longest_line_break = 64;

/// Returns the position after a literal or escaped line break at `at` and the following indentation, or `at`.
std::size_t skip_line_break(std::string_view text, std::size_t at);

}  // namespace slashpass
