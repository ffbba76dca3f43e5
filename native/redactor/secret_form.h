#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace slashpass {

/// How often an encoding escapes the characters that begin escapes: all that a form has of them, or none. In a text
/// that was escaped twice `%` is `%2525` and a backslash is four.
struct EscapeLevels {
  std::size_t percent = 0;
  std::size_t backslash = 0;
  std::size_t ampersand = 0;
};

/// One way to write a secret down. Computes its characters from the secret, so that no copy of it exists.
class SecretForm {
 public:
  enum class Kind : std::uint8_t { plain, base64, hex, utf16 };

  /// `base64_offset` is the place of the secret's first byte in a group of three. `bytes` must outlive the form.
  SecretForm(std::span<const std::uint8_t> bytes, Kind kind, std::size_t base64_offset = 0);

  Kind kind() const { return kind_; }
  std::size_t size() const { return size_; }

  /// The character at `index`: base64 in the standard alphabet, hexadecimal digits in lower case.
  char at(std::size_t index) const;

  /// The other unescaped character for the one at `index` (base64url, upper case, form-encoded space), or the same.
  char variant_at(std::size_t index) const;

  /// Whether `letter` stands for the character at `index` without an escape.
  bool matches(std::size_t index, char letter) const { return letter == at(index) || letter == variant_at(index); }

  /// Whether `letter` may stand behind the last character of base64: it begins with the last bits of the secret, which
  /// are too few for a character.
  bool may_end_with(char letter) const;
  /// Whether there are such bits.
  bool has_rest() const { return rest_bits_ > 0; }

  /// The ways in which encodings may escape the characters that begin escapes; the first one leaves them as they are.
  std::span<const EscapeLevels> escape_levels() const { return escape_levels_; }

  /// Whether none of its first `count` characters has an escape of its own (`\"`, `&lt;`, `\t`).
  bool begins_plainly(std::size_t count) const;

  /// Whether `letter`, which no base64 and no hexadecimal number has, is among its first `count` characters.
  bool begins_with(char letter, std::size_t count) const;

  /// How many of its characters at the end of a cut line give 8 characters of the secret away.
  std::size_t telling_prefix() const;

  /// The bytes that it holds on to.
  std::size_t memory_size() const;

  /// The length of the longest proper prefix that the first `length` characters end with.
  std::size_t border(std::size_t length) const {
    if (borders_.empty()) find_borders();
    return borders_[length - 1];
  }

 private:
  void find_borders() const;

  std::span<const std::uint8_t> bytes_;
  Kind kind_;
  std::size_t skipped_bits_ = 0;
  std::size_t rest_bits_ = 0;
  std::size_t size_ = 0;
  // There is room for them from the start; most secrets stand in no text, and never need them.
  mutable std::vector<std::uint32_t> borders_;
  std::vector<EscapeLevels> escape_levels_;
};

}  // namespace slashpass
