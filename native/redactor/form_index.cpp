#include "redactor/form_index.h"

#include <bit>
#include <new>
#include <utility>

namespace slashpass {
namespace {

// The number of entries for a form whose characters each have a single spelling.
constexpr std::size_t usual_entries = FormIndex::longest_window;
constexpr unsigned least_bucket_bits = 6;
// Leaves 6 bits of the hash to select a bit in the bucket's word.
constexpr unsigned most_bucket_bits = 26;

std::uint32_t load(const char* letters) {
  std::uint32_t value = 0;
  std::memcpy(&value, letters, sizeof(value));
  return value;
}

// Works with either byte order.
std::uint32_t mask_of(std::size_t letters) {
  std::array<char, sizeof(std::uint32_t)> mask{};
  std::fill_n(mask.begin(), letters, '\xFF');
  return load(mask.data());
}

}  // namespace

// The decoded characters in a form's window.
class FormIndex::Beginning {
 public:
  explicit Beginning(const SecretForm& form) : window_(window_of(form)) {
    for (std::size_t index = 0; index < window_; ++index) {
      usual_[index] = form.at(index);
      variant_[index] = form.variant_at(index);
      // A character that has two spellings is not used as context.
      sure_[index] = (usual_[index] | 0x20) == (variant_[index] | 0x20) ? '\xFF' : '\0';
    }
  }
  ~Beginning() {
    wipe(usual_.data(), usual_.size());
    wipe(variant_.data(), variant_.size());
  }
  Beginning(const Beginning&) = delete;
  Beginning& operator=(const Beginning&) = delete;

  void add_entries(std::uint32_t number, Entries& entries) const {
    for (std::size_t count = 1; count < gram_size; ++count) add_spellings({number, 0}, mask_of(count), 0, entries);
    for (std::uint32_t offset = 0; offset + gram_size <= window_; ++offset) {
      const std::size_t beside = Entry::has_context_before(offset) ? offset - gram_size : offset + gram_size;
      const std::uint32_t context = key_at(usual_.data() + beside) & load(sure_.data() + beside);
      add_spellings({number, offset}, mask_of(gram_size), context, entries);
    }
  }

 private:
  // Adds an entry for each combination of spellings.
  void add_spellings(FormPosition position, std::uint32_t mask, std::uint32_t context, Entries& entries) const {
    const std::uint32_t variant = key_at(variant_.data() + position.offset);
    const std::uint32_t unsure = ~load(sure_.data() + position.offset) & mask;
    const std::size_t first = entries.size();
    entries.emplace_back(position, key_at(usual_.data() + position.offset) & mask, context);
    for (std::uint32_t letter = 0xFF; letter != 0 && unsure != 0; letter <<= 8) {
      if ((unsure & letter) == 0) continue;
      for (std::size_t index = first, end = entries.size(); index < end; ++index)
        entries.emplace_back(position, (entries[index].key() & ~letter) | (variant & letter), context);
    }
  }

  using Letters = std::array<char, longest_window + gram_size>;

  std::size_t window_;
  Letters usual_{};
  Letters variant_{};
  Letters sure_{};
};

FormIndex::Entries FormIndex::add(std::span<const SecretForm> forms, std::uint32_t first_number) {
  Entries entries;
  entries.reserve(forms.size() * usual_entries);
  for (std::uint32_t index = 0; index < forms.size(); ++index)
    Beginning(forms[index]).add_entries(first_number + index, entries);
  if (size_ + entries.size() > heads_.size()) set_buckets(size_ + entries.size());
  size_ += entries.size();
  for (Entry& entry : entries) link(entry);
  for (const SecretForm& form : forms) ++windows_[window_of(form)];
  find_window();
  return entries;
}

void FormIndex::remove(std::span<const SecretForm> forms, Entries& entries) noexcept {
  for (const Entry& entry : entries) unlink(entry);
  size_ -= entries.size();
  for (const SecretForm& form : forms) --windows_[window_of(form)];
  find_window();
  Entries().swap(entries);
  constexpr std::size_t tolerated = 8;
  if (size_ * tolerated >= heads_.size()) return;
  try {
    set_buckets(size_);
  } catch (const std::bad_alloc&) {
    // Ignored, because the next removal tries again.
  }
}

std::size_t FormIndex::memory_size() const { return memory_of(heads_) + memory_of(known_); }

void FormIndex::find_window() {
  const auto least = std::find_if(windows_.begin(), windows_.end(), [](std::uint32_t forms) { return forms > 0; });
  window_ = least == windows_.end() ? longest_window : static_cast<std::size_t>(least - windows_.begin());
}

void FormIndex::set_buckets(std::size_t entries) {
  const auto bits = std::clamp(static_cast<unsigned>(std::bit_width(entries)), least_bucket_bits, most_bucket_bits);
  if (heads_.size() == std::size_t{1} << bits) return;
  WipedVector<Entry*> heads(std::size_t{1} << bits);
  WipedVector<std::uint64_t> known(std::size_t{1} << bits);
  heads_.swap(heads);
  known_.swap(known);
  shift_ = 32 - bits;
  for (Entry* entry : heads) {
    while (entry) link(*std::exchange(entry, entry->next_));
  }
}

void FormIndex::link(Entry& entry) {
  const std::uint32_t hash = hash_of(entry.key());
  entry.previous_ = nullptr;
  entry.next_ = std::exchange(heads_[bucket_of(hash)], &entry);
  if (entry.next_) entry.next_->previous_ = &entry;
  known_[bucket_of(hash)] |= known_bit(hash);
}

void FormIndex::unlink(const Entry& entry) {
  const std::uint32_t hash = hash_of(entry.key());
  Entry*& head = heads_[bucket_of(hash)];
  (entry.previous_ ? entry.previous_->next_ : head) = entry.next_;
  if (entry.next_) entry.next_->previous_ = entry.previous_;
  // Another entry may use the same bit.
  const Entry* other = head;
  while (other && known_bit(hash_of(other->key())) != known_bit(hash)) other = other->next_;
  if (!other) known_[bucket_of(hash)] &= ~known_bit(hash);
}

}  // namespace slashpass
