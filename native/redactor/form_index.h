#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "redactor/secret_form.h"
#include "system/wiped_vector.h"

namespace slashpass {

/// A place in a form: `offset` characters after the beginning of form number `form`.
struct FormPlace {
  std::uint32_t form;
  std::uint32_t offset;
};

/// Finds where forms may begin, without reading every byte of a text. All forms have 8 characters or more; so many of
/// their first ones are the window. Either the window stands in the text unchanged: then looking at four characters at
/// a time, in strides that cannot leap over a window, meets it. Or the first character that is escaped, or the first
/// line break, leads to it. Or the end of a line cuts it off: then it is met there.
class FormIndex {
 public:
  void build(std::span<const SecretForm> forms);

  std::size_t memory_size() const;

  /// Calls `visit(form, start)` for every form whose window may be unchanged, looking at the places `begin` to `end`.
  template <class Visit>
  void visit_whole(std::string_view text, std::size_t begin, std::size_t end, Visit visit) const;

  /// The same for windows that the end of a line at `end` cuts off.
  template <class Visit>
  void visit_cut(std::string_view text, std::size_t end, Visit visit) const;

  /// The places of an escaped `letter` among the first characters of the forms.
  std::span<const FormPlace> places_of_escaped(char letter) const { return escaped_.at(letter); }

  /// The beginnings of the forms that begin with this letter.
  std::span<const FormPlace> places_of_first(char letter) const { return firsts_.at(letter); }

  /// The places behind `letter` where a line of base64 may break among the first characters of the forms.
  std::span<const FormPlace> places_of_break_after(char letter) const { return breaks_.at(letter); }

 private:
  static constexpr std::size_t gram_size = 4;
  static constexpr std::size_t shortest_window = 8;
  static constexpr std::size_t longest_window = 16;
  // What may stand between the last whole character and the end of the line: a cut escape, an ellipsis, a return.
  static constexpr std::size_t longest_cut = 20;

  struct Gram {
    std::uint32_t hash;
    std::uint32_t next;
    FormPlace place;
  };

  struct Letter {
    unsigned char letter;
    FormPlace place;
  };
  using Letters = WipedVector<Letter>;

  class PlacesByLetter {
   public:
    void assign(const Letters& letters);
    std::span<const FormPlace> at(char letter) const {
      const auto index = static_cast<unsigned char>(letter);
      if (begins_.empty()) return {};
      return {places_.data() + begins_[index], places_.data() + begins_[index + 1]};
    }
    std::size_t memory_size() const;

   private:
    // For each letter, and behind the last one.
    WipedVector<std::uint32_t> begins_;
    WipedVector<FormPlace> places_;
  };

  static std::uint32_t hash_at(const char* text);
  std::uint64_t may_know(const char* text) const {
    const std::uint32_t bit = hash_at(text) >> known_shift_;
    return known_[bit / 64] >> (bit % 64) & 1;
  }
  void add_grams(const SecretForm& form, std::uint32_t number);
  void arrange_letters(std::span<const SecretForm> forms);
  void link_grams();
  template <class Visit>
  void visit_grams_at(const char* text, std::size_t at, Visit visit) const;

  std::size_t window_ = longest_window;
  // Of each hash as many of the upper bits count as there are grams to tell apart.
  unsigned known_shift_ = 0;
  unsigned heads_shift_ = 0;
  WipedVector<std::uint64_t> known_;
  WipedVector<std::uint32_t> heads_;
  WipedVector<Gram> grams_;
  PlacesByLetter firsts_;
  PlacesByLetter escaped_;
  PlacesByLetter breaks_;
};

inline std::uint32_t FormIndex::hash_at(const char* text) {
  std::uint32_t gram = 0;
  std::memcpy(&gram, text, gram_size);
  // Ignores case, which is how hexadecimal digits are found in both.
  return (gram | 0x20202020U) * 0x9E3779B1U;
}

template <class Visit>
void FormIndex::visit_grams_at(const char* text, std::size_t at, Visit visit) const {
  const std::uint32_t hash = hash_at(text + at);
  for (std::uint32_t index = heads_[hash >> heads_shift_]; index != 0; index = grams_[index - 1].next) {
    const Gram& gram = grams_[index - 1];
    if (gram.hash == hash && gram.place.offset <= at) visit(gram.place.form, at - gram.place.offset);
  }
}

template <class Visit>
void FormIndex::visit_whole(std::string_view text, std::size_t begin, std::size_t end, Visit visit) const {
  if (grams_.empty() || text.size() < gram_size) return;
  const std::size_t stride = window_ - gram_size + 1;
  const std::size_t last = std::min(end, text.size() - gram_size + 1);
  std::size_t at = begin + (stride - begin % stride) % stride;
  for (; at + 3 * stride < last; at += 4 * stride) {
    const char* here = text.data() + at;
    // One branch for four places.
    const std::uint64_t any =
        may_know(here) | may_know(here + stride) | may_know(here + 2 * stride) | may_know(here + 3 * stride);
    if (any == 0) continue;
    for (std::size_t part = 0; part < 4; ++part) visit_grams_at(text.data(), at + part * stride, visit);
  }
  for (; at < last; at += stride) {
    if (may_know(text.data() + at)) visit_grams_at(text.data(), at, visit);
  }
}

template <class Visit>
void FormIndex::visit_cut(std::string_view text, std::size_t end, Visit visit) const {
  constexpr std::size_t stride = shortest_window - gram_size + 1;
  if (grams_.empty()) return;
  for (std::size_t back = gram_size; back <= std::min(end, longest_cut + stride + gram_size); back += stride) {
    if (may_know(text.data() + end - back)) visit_grams_at(text.data(), end - back, visit);
  }
}

}  // namespace slashpass
