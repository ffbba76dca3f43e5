#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "redactor/dump_finder.h"
#include "redactor/escape.h"
#include "redactor/form_index.h"
#include "redactor/secret_form.h"
#include "redactor/span.h"
#include "redactor/trigger_scan.h"
#include "system/secret_memory.h"
#include "system/wiped_vector.h"

namespace slashpass {

/// Masks known secrets in every form, and values that look like tokens. Not thread-safe.
class Redactor {
 public:
  static constexpr std::string_view mask = "[redacted]";
  /// Masking shorter secrets would damage ordinary text.
  static constexpr std::size_t shortest_secret = 8;
  static constexpr std::size_t longest_secret = 65536;

  /// Spans are sorted and do not overlap.
  struct Findings {
    std::vector<Span> spans;
    /// The start of a secret that may continue past the end of the text, or the text's size.
    std::size_t open_at;
  };

  Redactor();

  /// Adds a UTF-8 secret. Returns false if it is too short or too long to mask, or if there is not enough memory.
  /// Adding it again has no effect.
  bool add(std::string_view secret);

  /// Returns false if the secret was not registered.
  bool remove(std::string_view secret) noexcept;

  /// Unless `is_final`, more text may follow. The result is valid until the next call.
  const Findings& find(std::string_view text, bool is_final = true);

  /// Returns the text with all secrets masked, or an empty optional if it contains none.
  std::optional<std::string> redact(std::string_view text);

  /// Returns the allocated size in bytes, excluding the secrets themselves.
  std::size_t memory_size() const;

 private:
  static constexpr std::size_t most_forms = 6;

  struct Secret {
    Secret(SecretMemory held, std::size_t size);

    std::string_view text() const;
    bool is_usual() const;
    std::size_t memory_size() const;

    SecretMemory memory;
    std::size_t size;
    std::vector<SecretForm> forms;
    FormIndex::Entries indexed;
  };

  using SlotsByText = std::unordered_map<std::string_view, std::size_t, std::hash<std::string_view>, std::equal_to<>,
                                         WipingAllocator<std::pair<const std::string_view, std::size_t>>>;

  static std::uint32_t first_form(std::size_t slot) { return static_cast<std::uint32_t>(slot * most_forms); }
  SecretForm& form_of(std::uint32_t number) { return slots_[number / most_forms]->forms[number % most_forms]; }

  std::size_t find_free_slot();
  void forget_search();
  void search(std::string_view text, bool is_final, DumpFinder* dumps);
  void search_dump(const ByteDump& dump, std::string_view text, bool is_open);
  bool may_be_cut_behind(char letter) const;
  bool ends_masked(std::string_view text) const;
  void keep_whole_at_open_end();
  void find_block(std::string_view text, std::size_t begin, std::size_t end, bool is_final);
  void find_at_line_end(std::string_view text, std::size_t at, bool is_final);
  void find_open_end(std::string_view text);
  void follow(std::uint32_t number, std::string_view text, std::size_t start, bool is_final);
  void follow_escapes(std::string_view text, std::size_t at, bool is_final);
  void follow_backwards(FormPosition position, std::string_view text, std::size_t at, bool is_final);
  void follow_escape(const Escape& escape, std::string_view text, std::size_t at, bool is_final);
  struct Letters;
  void follow_letters(Letters letters, std::string_view text, std::size_t at, bool is_final);
  void follow_break(std::string_view text, std::size_t at, bool is_final);

  // Indexed by the secret's number, which other members refer to. Slots of removed secrets are empty and will be
  // reused.
  std::vector<std::unique_ptr<Secret>> slots_;
  std::vector<std::uint32_t> free_slots_;
  SlotsByText slot_of_;
  std::size_t secrets_size_ = 0;
  // The length of the longest secret so far when encoded in hexadecimal.
  std::size_t longest_text_ = 0;
  // The number of secrets that require additional checks.
  std::size_t unusual_ones_ = 0;
  FormIndex index_;

  // Kept to avoid reallocation.
  Findings findings_;
  std::vector<Trigger> triggered_;
  // Escapes before this position have already been processed.
  std::size_t escapes_followed_ = 0;
  std::vector<std::uint32_t> searched_forms_;
};

std::string mask_spans(std::string_view text, std::span<const Span> spans);

}  // namespace slashpass
