#include "core/form_index.h"

#include "core/secret_memory.h"

namespace slashpass {
namespace {

// Every form has at least this many characters, and so has every prefix that must be masked.
constexpr std::size_t window = 8;
constexpr std::size_t heads = 4096;

}  // namespace

void FormIndex::build(std::span<const SecretForm> forms) {
  known_.assign(std::size_t{1} << (hash_bits - 6), 0);
  heads_.assign(heads, 0);
  grams_.clear();
  firsts_.clear();
  escaped_.clear();
  breaks_.clear();
  for (std::uint32_t number = 0; number < forms.size(); ++number) add_form(forms[number], number);
}

void FormIndex::add_form(const SecretForm& form, std::uint32_t number) {
  std::array<char, window> usual{};
  std::array<char, window> variant{};
  for (std::uint32_t index = 0; index < window; ++index) {
    usual[index] = form.at(index);
    variant[index] = form.variant_at(index);
    if (index == 0) firsts_.add(usual[index], {number, index});
    if (index == 0 && variant[index] != usual[index]) firsts_.add(variant[index], {number, index});
    if (form.kind() == SecretForm::Kind::utf16) continue;
    escaped_.add(usual[index], {number, index});
    if (variant[index] != usual[index]) escaped_.add(variant[index], {number, index});
    if (form.kind() != SecretForm::Kind::base64 || index + 1 == window) continue;
    breaks_.add(usual[index], {number, index + 1});
    if (variant[index] != usual[index]) breaks_.add(variant[index], {number, index + 1});
  }
  for (std::uint32_t offset = 0; offset + gram_size <= window; ++offset) {
    const std::uint32_t hash = hash_at(usual.data() + offset);
    const std::uint32_t other = hash_at(variant.data() + offset);
    add_gram(hash, {number, offset});
    if (other != hash) add_gram(other, {number, offset});
  }
  wipe(usual.data(), usual.size());
  wipe(variant.data(), variant.size());
}

void FormIndex::add_gram(std::uint32_t hash, FormPlace place) {
  known_[hash / 64] |= std::uint64_t{1} << (hash % 64);
  std::uint32_t& head = heads_[hash % heads];
  grams_.push_back({hash, head, place});
  head = static_cast<std::uint32_t>(grams_.size());
}

}  // namespace slashpass
