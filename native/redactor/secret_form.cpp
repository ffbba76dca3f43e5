#include "redactor/secret_form.h"

#include <algorithm>

#include "redactor/letters.h"
#include "system/wiped_vector.h"

namespace slashpass {
namespace {

constexpr std::string_view base64_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Puts the unchanged spelling first.
std::vector<Spelling> spellings_of(std::span<const std::uint8_t> bytes, bool has_small_letters) {
  const auto deepest_of = [bytes](char letter, std::size_t deepest) {
    const bool has = std::find(bytes.begin(), bytes.end(), static_cast<std::uint8_t>(letter)) != bytes.end();
    return has ? deepest : 0;
  };
  const std::size_t most_percent = deepest_of('%', 2), most_backslash = deepest_of('\\', 3);
  const std::size_t most_ampersand = deepest_of('&', 1);
  std::vector<Spelling> all;
  for (const bool is_upper : {false, true}) {
    if (is_upper && !has_small_letters) continue;
    for (std::size_t percent = 0; percent <= most_percent; ++percent) {
      for (std::size_t backslash = 0; backslash <= most_backslash; ++backslash) {
        for (std::size_t ampersand = 0; ampersand <= most_ampersand; ++ampersand)
          all.push_back({percent, backslash, ampersand, is_upper});
      }
    }
  }
  return all;
}

}  // namespace

SecretForm::SecretForm(std::span<const std::uint8_t> bytes, Kind kind, std::size_t base64_offset)
    : bytes_(bytes), kind_(kind) {
  if (kind == Kind::base64) {
    // Excludes characters that also depend on the surrounding text.
    skipped_bits_ = (6 - base64_offset * 8 % 6) % 6;
    size_ = (bytes.size() * 8 - skipped_bits_) / 6;
    rest_bits_ = (bytes.size() * 8 - skipped_bits_) % 6;
  } else {
    size_ = kind == Kind::hex ? bytes.size() * 2 : bytes.size();
  }
  spellings_ = kind == Kind::plain ? spellings_of(bytes, has_small_letters()) : std::vector<Spelling>(1);
  borders_.reserve(spellings_.back().is_upper ? 2 * size_ : size_);
}

bool SecretForm::has_small_letters() const {
  for (std::size_t index = 0; index < size_; ++index) {
    if (upper_at(index) != at(index)) return true;
  }
  return false;
}

bool SecretForm::begin_search(std::size_t start) {
  constexpr std::size_t tracked_starts = 64;
  if (start < first_start_) {
    first_start_ = start - std::min(start, tracked_starts / 2);
    started_ = 0;
  } else if (start - first_start_ >= tracked_starts) {
    const std::size_t shift = start - first_start_ - tracked_starts + 1;
    first_start_ += shift;
    started_ = shift < tracked_starts ? started_ >> shift : 0;
  }
  const std::uint64_t here = std::uint64_t{1} << (start - first_start_);
  const bool is_new = (started_ & here) == 0;
  started_ |= here;
  return is_new;
}

void SecretForm::forget_search() {
  first_start_ = 0;
  started_ = 0;
  for (Spelling& spelling : spellings_) spelling.searched = {0, 0};
}

void SecretForm::find_borders() const {
  borders_.resize(borders_.capacity());
  const auto find = [this](std::size_t first, auto letter_at) {
    for (std::size_t index = 1, length = 0; index < size_; ++index) {
      while (length > 0 && letter_at(index) != letter_at(length)) length = borders_[first + length - 1];
      if (letter_at(index) == letter_at(length)) ++length;
      borders_[first + index] = static_cast<std::uint32_t>(length);
    }
  };
  find(0, [this](std::size_t index) { return at(index); });
  if (spellings_.back().is_upper) find(size_, [this](std::size_t index) { return upper_at(index); });
}

char SecretForm::at(std::size_t index) const {
  switch (kind_) {
    case Kind::base64: {
      const std::size_t bit = skipped_bits_ + index * 6;
      const std::size_t byte = bit / 8;
      const unsigned next = byte + 1 < bytes_.size() ? bytes_[byte + 1] : 0;
      return base64_alphabet[((bytes_[byte] * 256U + next) >> (10 - bit % 8)) & 63U];
    }
    case Kind::hex:
      return "0123456789abcdef"[index % 2 == 0 ? bytes_[index / 2] >> 4 : bytes_[index / 2] & 15];
    default:
      return static_cast<char>(bytes_[index]);
  }
}

char SecretForm::variant_at(std::size_t index, bool is_upper) const {
  const char letter = is_upper ? upper_at(index) : at(index);
  switch (kind_) {
    case Kind::base64:
      return letter == '+' ? '-' : letter == '/' ? '_' : letter;
    case Kind::hex:
      return is_lower(letter) ? static_cast<char>(letter - 32) : letter;
    case Kind::plain:
      return letter == ' ' ? '+' : letter;
    default:
      return letter;
  }
}

char SecretForm::upper_at(std::size_t index) const {
  constexpr std::uint8_t lead_of_latin1 = 0xC3, small_a_grave = 0xA0, division = 0xB7, small_thorn = 0xBE;
  const char letter = at(index);
  if (kind_ != Kind::plain) return letter;
  if (is_lower(letter)) return static_cast<char>(letter - 32);
  const auto byte = static_cast<std::uint8_t>(letter);
  const bool is_small = byte >= small_a_grave && byte <= small_thorn && byte != division;
  return is_small && index > 0 && bytes_[index - 1] == lead_of_latin1 ? static_cast<char>(letter - 32) : letter;
}

bool SecretForm::may_end_with(char letter) const {
  const std::size_t value = base64_alphabet.find(letter == '-' ? '+' : letter == '_' ? '/' : letter);
  if (!has_rest() || value == std::string_view::npos) return false;
  const unsigned rest = bytes_.back() & ((1U << rest_bits_) - 1);
  return value >> (6 - rest_bits_) == rest;
}

bool SecretForm::begins_plainly(std::size_t count) const {
  if (kind_ != Kind::plain) return true;
  const auto first = bytes_.first(std::min(bytes_.size(), count));
  return std::none_of(first.begin(), first.end(), [](std::uint8_t byte) {
    return byte < 0x20 || std::string_view("\"'\\<>").find(static_cast<char>(byte)) != std::string_view::npos;
  });
}

bool SecretForm::begins_with(char letter, std::size_t count) const {
  if (kind_ == Kind::base64 || kind_ == Kind::hex) return false;
  const auto first = bytes_.first(std::min(bytes_.size(), count));
  return std::find(first.begin(), first.end(), static_cast<std::uint8_t>(letter)) != first.end();
}

std::size_t SecretForm::memory_size() const { return memory_of(borders_) + memory_of(spellings_); }

std::size_t SecretForm::conclusive_prefix() const {
  switch (kind_) {
    case Kind::plain:
      return 8;
    case Kind::base64:
      return std::min<std::size_t>(11, size_);
    default:
      return 16;
  }
}

}  // namespace slashpass
