#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "redactor/span.h"

namespace slashpass {

/// How the characters of a form are spelled where nothing but a whole text decides: how often an encoding escapes the
/// characters that begin escapes (all that a form has of them, or none; in a text that was escaped twice `%` is `%2525`
/// and a backslash is four), and whether small letters became capital ones.
struct Spelling {
  std::size_t percent = 0;
  std::size_t backslash = 0;
  std::size_t ampersand = 0;
  bool is_upper = false;

  /// Where the form was looked for last in this spelling.
  Span searched{0, 0};
};

/// One encoding of a secret. Its characters are computed from the secret, without a copy.
class SecretForm {
 public:
  enum class Kind : std::uint8_t { plain, base64, hex, utf16 };

  /// `base64_offset` is the place of the secret's first byte in a group of three. `bytes` must outlive the form.
  SecretForm(std::span<const std::uint8_t> bytes, Kind kind, std::size_t base64_offset = 0);

  Kind kind() const { return kind_; }
  std::size_t size() const { return size_; }

  /// Whether programs break it into lines of their own.
  bool goes_over_line_breaks() const { return kind_ == Kind::base64 || kind_ == Kind::hex; }

  /// The character at `index`: base64 in the standard alphabet, hexadecimal digits in lower case.
  char at(std::size_t index) const;

  /// The other unescaped character for the one at `index` (base64url, upper case, form-encoded space), or the same.
  char variant_at(std::size_t index, bool is_upper = false) const;

  /// The capital letter for the one at `index`, of ASCII or Latin-1, or the same.
  char upper_at(std::size_t index) const;

  /// Whether `letter` stands for the character at `index` without an escape.
  bool matches(std::size_t index, char letter, bool is_upper) const {
    return letter == (is_upper ? upper_at(index) : at(index)) || letter == variant_at(index, is_upper);
  }

  /// Whether `letter` may stand behind the last character of base64: it begins with the last bits of the secret, which
  /// are too few for a character.
  bool may_end_with(char letter) const;
  /// Whether there are such bits.
  bool has_rest() const { return rest_bits_ > 0; }

  std::span<Spelling> spellings() { return spellings_; }

  /// False when a search from `start` has begun lately: many places of a form, and many escapes, lead to the same one.
  bool begin_search(std::size_t start);
  bool is_searched() const { return started_ != 0; }
  void forget_search();
  std::span<const Spelling> spellings() const { return spellings_; }

  /// Whether the first `count` characters have no escapes of their own (`\"`, `&lt;`, `\t`).
  bool begins_plainly(std::size_t count) const;

  /// Whether `letter`, which no base64 and no hexadecimal number has, is among its first `count` characters.
  bool begins_with(char letter, std::size_t count) const;

  /// How many of its characters at the end of a cut line give 8 characters of the secret away.
  std::size_t telling_prefix() const;

  /// The bytes that it holds on to.
  std::size_t memory_size() const;

  /// The length of the longest proper prefix that the first `length` characters end with.
  std::size_t border(std::size_t length, bool is_upper) const {
    if (borders_.empty()) find_borders();
    return borders_[length - 1 + (is_upper ? size_ : 0)];
  }

 private:
  bool has_small_letters() const;
  void find_borders() const;

  std::span<const std::uint8_t> bytes_;
  Kind kind_;
  std::size_t skipped_bits_ = 0;
  std::size_t rest_bits_ = 0;
  std::size_t size_ = 0;
  // There is room for them from the start; most secrets stand in no text, and never need them. Behind those of the
  // characters stand those of the capital letters.
  mutable std::vector<std::uint32_t> borders_;
  std::vector<Spelling> spellings_;
  // A bit for each of 64 places from the first one on: whether a search began there.
  std::size_t first_start_ = 0;
  std::uint64_t started_ = 0;
};

}  // namespace slashpass
