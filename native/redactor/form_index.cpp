#include "redactor/form_index.h"

#include <bit>
#include <numeric>
#include <utility>

namespace slashpass {
namespace {

// So many bits for each gram that hardly any other text looks known; more than so many slow the search down.
constexpr std::size_t bits_per_gram = 256;
constexpr unsigned most_known_bits = 17;
// Shorter than a word of the table would be.
constexpr unsigned least_known_bits = 6;

}  // namespace

void FormIndex::build(std::span<const SecretForm> forms) {
  *this = {};
  if (forms.empty()) return;
  for (const SecretForm& form : forms) window_ = std::min(window_, form.size());
  grams_.reserve(forms.size() * (window_ - gram_size + 1));
  for (std::uint32_t number = 0; number < forms.size(); ++number) add_grams(forms[number], number);
  link_grams();
  arrange_letters(forms);
}

std::size_t FormIndex::memory_size() const {
  return memory_of(known_) + memory_of(heads_) + memory_of(grams_) + firsts_.memory_size() + escaped_.memory_size() +
         breaks_.memory_size();
}

void FormIndex::add_grams(const SecretForm& form, std::uint32_t number) {
  std::array<char, longest_window> usual{};
  std::array<char, longest_window> variant{};
  for (std::size_t index = 0; index < window_; ++index) {
    usual[index] = form.at(index);
    variant[index] = form.variant_at(index);
  }
  for (std::uint32_t offset = 0; offset + gram_size <= window_; ++offset) {
    const std::uint32_t hash = hash_at(usual.data() + offset);
    const std::uint32_t other = hash_at(variant.data() + offset);
    grams_.push_back({hash, 0, {number, offset}});
    if (other != hash) grams_.push_back({other, 0, {number, offset}});
  }
  wipe(usual.data(), usual.size());
  wipe(variant.data(), variant.size());
}

void FormIndex::link_grams() {
  const auto known_bits = static_cast<unsigned>(std::bit_width(grams_.size() * bits_per_gram));
  const auto heads_bits = static_cast<unsigned>(std::bit_width(grams_.size()));
  known_shift_ = 32 - std::clamp(known_bits, least_known_bits, most_known_bits);
  heads_shift_ = 32 - heads_bits;
  known_.assign(std::size_t{1} << (32 - known_shift_ - 6), 0);
  heads_.assign(std::size_t{1} << heads_bits, 0);
  for (std::uint32_t index = 0; index < grams_.size(); ++index) {
    Gram& gram = grams_[index];
    const std::uint32_t bit = gram.hash >> known_shift_;
    known_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    gram.next = std::exchange(heads_[gram.hash >> heads_shift_], index + 1);
  }
}

void FormIndex::arrange_letters(std::span<const SecretForm> forms) {
  Letters firsts;
  Letters escaped;
  Letters breaks;
  const auto add = [&](const SecretForm& form, FormPlace place, char character) {
    const auto letter = static_cast<unsigned char>(character);
    if (place.offset == 0) firsts.push_back({letter, place});
    if (form.kind() != SecretForm::Kind::utf16) escaped.push_back({letter, place});
    if (form.kind() == SecretForm::Kind::base64 && place.offset + 1 < window_)
      breaks.push_back({letter, {place.form, place.offset + 1}});
  };
  for (std::uint32_t number = 0; number < forms.size(); ++number) {
    const SecretForm& form = forms[number];
    for (std::uint32_t index = 0; index < window_; ++index) {
      add(form, {number, index}, form.at(index));
      if (form.variant_at(index) != form.at(index)) add(form, {number, index}, form.variant_at(index));
    }
  }
  firsts_.assign(firsts);
  escaped_.assign(escaped);
  breaks_.assign(breaks);
}

void FormIndex::PlacesByLetter::assign(const Letters& letters) {
  begins_.assign(257, 0);
  for (const Letter& each : letters) ++begins_[each.letter];
  // First where each letter's places end; they are put in from there backwards.
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  places_.resize(letters.size());
  for (const Letter& each : letters) places_[--begins_[each.letter]] = each.place;
}

std::size_t FormIndex::PlacesByLetter::memory_size() const { return memory_of(begins_) + memory_of(places_); }

}  // namespace slashpass
