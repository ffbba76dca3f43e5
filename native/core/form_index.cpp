#include "core/form_index.h"

#include "core/secret_memory.h"

namespace slashpass {
namespace {

constexpr std::size_t heads = 4096;

}  // namespace

void FormIndex::build(std::span<const SecretForm> forms) {
  grams_.clear();
  firsts_.clear();
  escaped_.clear();
  breaks_.clear();
  if (forms.empty()) return;
  known_.assign(std::size_t{1} << (hash_bits - 6), 0);
  heads_.assign(heads, 0);
  window_ = longest_window;
  for (const SecretForm& form : forms) window_ = std::min(window_, form.size());
  for (std::uint32_t number = 0; number < forms.size(); ++number) add_form(forms[number], number);
}

void FormIndex::add_form(const SecretForm& form, std::uint32_t number) {
  std::array<char, longest_window> usual{};
  std::array<char, longest_window> variant{};
  for (std::uint32_t index = 0; index < window_; ++index) {
    usual[index] = form.at(index);
    variant[index] = form.variant_at(index);
    add_letter(form, {number, index}, usual[index]);
    if (variant[index] != usual[index]) add_letter(form, {number, index}, variant[index]);
  }
  for (std::uint32_t offset = 0; offset + gram_size <= window_; ++offset) {
    const std::uint32_t hash = hash_at(usual.data() + offset);
    const std::uint32_t other = hash_at(variant.data() + offset);
    add_gram(hash, {number, offset});
    if (other != hash) add_gram(other, {number, offset});
  }
  wipe(usual.data(), usual.size());
  wipe(variant.data(), variant.size());
}

void FormIndex::add_letter(const SecretForm& form, FormPlace place, char letter) {
  if (place.offset == 0) firsts_.add(letter, place);
  if (form.kind() != SecretForm::Kind::utf16) escaped_.add(letter, place);
  if (form.kind() == SecretForm::Kind::base64 && place.offset + 1 < window_)
    breaks_.add(letter, {place.form, place.offset + 1});
}

void FormIndex::add_gram(std::uint32_t hash, FormPlace place) {
  known_[hash / 64] |= std::uint64_t{1} << (hash % 64);
  std::uint32_t& head = heads_[hash % heads];
  grams_.push_back({hash, head, place});
  head = static_cast<std::uint32_t>(grams_.size());
}

}  // namespace slashpass
