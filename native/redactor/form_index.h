#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "redactor/secret_form.h"
#include "system/wiped_vector.h"

namespace slashpass {

/// The position `offset` characters after the start of form number `form`.
struct FormPosition {
  std::uint32_t form;
  std::uint32_t offset;
};

/// Finds where forms may occur without reading every byte. A form's window is its first 8 to 32 characters. An
/// unescaped window is found by checking four characters at regular intervals, an escaped one by its first escape or
/// line break, and a truncated one at the end of the line. Adding or removing a form takes time proportional to its
/// size unless the table is resized.
class FormIndex {
 public:
  /// Longer windows require fewer checks.
  static constexpr std::size_t longest_window = 32;
  /// The number of characters that identify a position.
  static constexpr std::size_t most_letters = 4;

  class Entry;
  /// The index data for one secret. It is part of a linked list and must not move.
  using Entries = WipedVector<Entry>;

  /// Adds forms numbered from `first_number`. The caller must keep the entries. On failure, throws std::bad_alloc and
  /// changes nothing.
  Entries add(std::span<const SecretForm> forms, std::uint32_t first_number);

  /// If there is no memory for a smaller table, keeps the large one.
  void remove(std::span<const SecretForm> forms, Entries& entries) noexcept;

  std::size_t memory_size() const;

  /// Calls `visit(form, start)` for each unescaped window that may cover a position from `begin` to `end`.
  template <class Visit>
  void visit_whole(std::string_view text, std::size_t begin, std::size_t end, Visit visit) const;

  /// Like `visit_whole`, but for windows that are cut off at `end`.
  template <class Visit>
  void visit_cut(std::string_view text, std::size_t end, Visit visit) const;

  /// Whether a window may contain `letters`.
  bool may_know(std::string_view letters) const { return may_know_key(key_of(letters)); }

  /// Like the other overload, but for fewer than four characters, followed by `last`.
  bool may_know(std::string_view letters, char last) const {
    return may_know_key(key_of(letters) | key_part(last, letters.size()));
  }

  /// Calls `visit(position)` for each window position at which `letters` may occur after `before`. Fewer than four
  /// characters match only at the start of a form. For each position, the caller must compare the whole form.
  template <class Visit>
  void visit_positions(std::string_view before, std::string_view letters, Visit visit) const;

 private:
  static constexpr std::size_t gram_size = most_letters;
  static constexpr std::size_t shortest_window = 8;
  // The longest text between the last complete character and the end of the line: a truncated escape, an ellipsis, a
  // carriage return.
  static constexpr std::size_t longest_cut = 20;

  // Ignores case, because hexadecimal digits can be in either case.
  static std::uint32_t key_at(const char* letters) {
    std::uint32_t gram = 0;
    std::memcpy(&gram, letters, gram_size);
    return gram | 0x20202020U;
  }
  static std::uint32_t key_part(char letter, std::size_t index) {
    const std::size_t byte = std::endian::native == std::endian::little ? index : gram_size - 1 - index;
    return (static_cast<unsigned char>(letter) | 0x20U) << (8 * byte);
  }
  // Full keys contain no zero byte, so shorter keys cannot equal them.
  static std::uint32_t key_of(std::string_view letters) {
    if (letters.size() >= gram_size) return key_at(letters.data());
    std::uint32_t key = 0;
    for (std::size_t index = 0; index < letters.size(); ++index) key |= key_part(letters[index], index);
    return key;
  }
  static std::uint32_t hash_of(std::uint32_t key) { return key * 0x9E3779B1U; }

  class Beginning;
  static std::size_t window_of(const SecretForm& form) { return std::min(longest_window, form.size()); }

  std::size_t bucket_of(std::uint32_t hash) const { return hash >> shift_; }
  // Six bits of the hash select one of the 64 bits in the bucket's word.
  static constexpr unsigned bits_of_word = 6;
  std::uint64_t known_bit(std::uint32_t hash) const {
    return std::uint64_t{1} << (hash >> (shift_ - bits_of_word) & 63);
  }
  /// Only the lowest bit of the result is meaningful.
  std::uint64_t may_know(std::uint32_t hash) const {
    const std::uint32_t both = hash >> (shift_ - bits_of_word);
    return known_[both >> bits_of_word] >> (both & 63);
  }
  bool may_know_key(std::uint32_t key) const { return size_ > 0 && (may_know(hash_of(key)) & 1) != 0; }
  std::uint64_t may_know_at(const char* letters) const { return may_know(hash_of(key_at(letters))); }

  void find_window();
  void set_buckets(std::size_t entries);
  void link(Entry& entry);
  void unlink(const Entry& entry);
  template <class Visit>
  void visit_entries(std::uint32_t key, Visit visit) const;

  std::size_t size_ = 0;
  // The number of forms with each window size, and the smallest size in use.
  std::array<std::uint32_t, longest_window + 1> windows_{};
  std::size_t window_ = longest_window;
  // For each bucket, the first entry and a word with one bit per hash. The word filters out almost all text that
  // matches no entry.
  unsigned shift_ = 32;
  WipedVector<Entry*> heads_;
  WipedVector<std::uint64_t> known_;
};

/// A key, with up to four adjacent characters as context to rule out false matches.
class FormIndex::Entry {
 public:
  Entry(FormPosition position, std::uint32_t key, std::uint32_t context)
      : position_(position.form << offset_bits | position.offset), key_(key), context_(context) {}

  std::uint32_t key() const { return key_; }
  FormPosition position() const { return {position_ >> offset_bits, position_ & ((1U << offset_bits) - 1)}; }

  static bool has_context_before(std::size_t offset) { return offset >= gram_size; }

  bool fits(const char* beside) const {
    // A zero byte matches any character, and key bytes are never zero.
    const std::uint32_t mask = (context_ >> 5 & 0x01010101U) * 0xFF;
    return ((key_at(beside) ^ context_) & mask) == 0;
  }

 private:
  friend class FormIndex;
  static constexpr unsigned offset_bits = 5;
  static_assert(longest_window <= 1U << offset_bits);

  Entry* next_ = nullptr;
  Entry* previous_ = nullptr;
  std::uint32_t position_;
  std::uint32_t key_;
  std::uint32_t context_;
};

template <class Visit>
void FormIndex::visit_entries(std::uint32_t key, Visit visit) const {
  for (const Entry* entry = heads_[bucket_of(hash_of(key))]; entry; entry = entry->next_) {
    if (entry->key() == key) visit(*entry, entry->position());
  }
}

template <class Visit>
void FormIndex::visit_whole(std::string_view text, std::size_t begin, std::size_t end, Visit visit) const {
  if (size_ == 0 || text.size() < gram_size) return;
  const std::size_t stride = window_ - gram_size + 1;
  const std::size_t last = std::min(end, text.size() - gram_size + 1);
  const auto visit_at = [&](std::size_t at) {
    visit_entries(key_at(text.data() + at), [&](const Entry& entry, FormPosition position) {
      if (position.offset > at) return;
      const std::size_t beside = Entry::has_context_before(position.offset) ? at - gram_size : at + gram_size;
      if (beside + gram_size > text.size() || entry.fits(text.data() + beside))
        visit(position.form, at - position.offset);
    });
  };
  // Most strings are a single line, for which no division is needed.
  std::size_t at = begin == 0 ? 0 : (begin + stride - 1) / stride * stride;
  for (; at + 3 * stride < last; at += 4 * stride) {
    const char* here = text.data() + at;
    // Branches once for four positions.
    const std::uint64_t any = may_know_at(here) | may_know_at(here + stride) | may_know_at(here + 2 * stride) |
                              may_know_at(here + 3 * stride);
    if ((any & 1) == 0) continue;
    for (std::size_t part = 0; part < 4; ++part) visit_at(at + part * stride);
  }
  for (; at < last; at += stride) {
    if ((may_know_at(text.data() + at) & 1) != 0) visit_at(at);
  }
}

template <class Visit>
void FormIndex::visit_cut(std::string_view text, std::size_t end, Visit visit) const {
  constexpr std::size_t stride = shortest_window - gram_size + 1;
  constexpr std::size_t farthest = longest_cut + stride + gram_size;
  if (size_ == 0) return;
  if (end >= farthest) {
    // Branches only once for most lines.
    std::uint64_t any = 0;
    for (std::size_t back = gram_size; back <= farthest; back += stride) any |= may_know_at(text.data() + end - back);
    if ((any & 1) == 0) return;
  }
  for (std::size_t back = gram_size; back <= std::min(end, farthest); back += stride) {
    const std::size_t at = end - back;
    if ((may_know_at(text.data() + at) & 1) == 0) continue;
    visit_positions(text.substr(0, at), text.substr(at, gram_size),
                    [&](FormPosition position) { visit(position.form, at - position.offset); });
  }
}

template <class Visit>
void FormIndex::visit_positions(std::string_view before, std::string_view letters, Visit visit) const {
  if (!may_know(letters)) return;
  visit_entries(key_of(letters), [&](const Entry& entry, FormPosition position) {
    if (position.offset > before.size()) return;
    // Only the preceding text is compared, because the following text may be escaped or cut off.
    if (!Entry::has_context_before(position.offset) || entry.fits(&before[before.size() - gram_size])) visit(position);
  });
}

}  // namespace slashpass
