#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "redactor/span.h"

namespace slashpass {

/// How text encodes a secret: how many times its escape characters are themselves escaped (2 means `%2525` or four
/// backslashes), and whether it is upper case.
struct Spelling {
  std::size_t percent = 0;
  std::size_t backslash = 0;
  std::size_t ampersand = 0;
  bool is_upper = false;

  /// The last range searched with this spelling.
  Span searched{0, 0};
};

/// One encoding of a secret. Its characters are computed on demand from the secret, which is not copied.
class SecretForm {
 public:
  enum class Kind : std::uint8_t { plain, base64, hex, utf16 };

  /// `base64_offset` is the position of the secret's first byte in a group of three. `bytes` must outlive the form.
  SecretForm(std::span<const std::uint8_t> bytes, Kind kind, std::size_t base64_offset = 0);

  Kind kind() const { return kind_; }
  std::size_t size() const { return size_; }

  bool spans_line_breaks() const { return kind_ == Kind::base64 || kind_ == Kind::hex; }

  /// Base64 uses the standard alphabet; hexadecimal digits are lowercase.
  char at(std::size_t index) const;

  /// Returns the alternative unescaped character (base64url, upper case, form-encoded space), or the character itself
  /// if there is none.
  char variant_at(std::size_t index, bool is_upper = false) const;

  /// Returns the upper-case letter (ASCII or Latin-1), or the character itself if it has none.
  char upper_at(std::size_t index) const;

  bool matches(std::size_t index, char letter, bool is_upper) const {
    return letter == (is_upper ? upper_at(index) : at(index)) || letter == variant_at(index, is_upper);
  }

  /// Whether `letter` may follow the last base64 character, because it begins with the secret's remaining bits.
  bool may_end_with(char letter) const;
  bool has_rest() const { return rest_bits_ > 0; }

  std::span<Spelling> spellings() { return spellings_; }

  /// Returns false if a recent search began at `start`.
  bool begin_search(std::size_t start);
  bool is_searched() const { return started_ != 0; }
  void forget_search();
  std::span<const Spelling> spellings() const { return spellings_; }

  /// Whether none of the first `count` characters has an escape of its own (`\"`, `&lt;`, `\t`).
  bool begins_plainly(std::size_t count) const;

  /// Whether the first `count` characters include `letter`, which must not occur in base64 or hexadecimal.
  bool begins_with(char letter, std::size_t count) const;

  /// Returns how many characters represent 8 characters of the secret.
  std::size_t conclusive_prefix() const;

  /// Returns the allocated size in bytes.
  std::size_t memory_size() const;

  /// Returns the length of the longest proper prefix of the first `length` characters that is also a suffix of them.
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
  // Computed on first use, because most secrets never occur. Borders for upper case follow the others.
  mutable std::vector<std::uint32_t> borders_;
  std::vector<Spelling> spellings_;
  // Where recent searches began: one bit for each position from `first_start_`.
  std::size_t first_start_ = 0;
  std::uint64_t started_ = 0;
};

}  // namespace slashpass
