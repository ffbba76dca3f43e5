#include "redactor/redactor.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <numeric>
#include <utility>

#include "base/unicode.h"
#include "redactor/form_walk.h"
#include "redactor/letters.h"
#include "redactor/token_shapes.h"
#include "system/wiped_vector.h"

namespace slashpass {
namespace {

// Each block is read twice, so it should fit into the L1 cache.
constexpr std::size_t block_size = 8192;
// The maximum length of 7 escaped characters.
constexpr std::size_t longest_short_prefix = 256;

// The maximum length of a secret that is only partly escaped.
constexpr std::size_t longest_spelling = 8 * Redactor::longest_secret;

constexpr unsigned escape_set = TokenShapes::trigger_sets;
constexpr unsigned escaped_mark_set = escape_set + 1;
constexpr unsigned escape_sets = 1U << escape_set | 1U << escaped_mark_set;
constexpr unsigned dump_set = escaped_mark_set + 1;
constexpr unsigned dump_sets = ((1U << DumpFinder::trigger_sets) - 1) << dump_set;
constexpr unsigned shape_sets = (1U << TokenShapes::trigger_sets) - 1;

// A line of JSON that ends with this character is not truncated.
constexpr char end_of_object = '}';

TriggerScan create_triggers(bool are_usual) {
  TriggerScan triggers;
  TokenShapes::add_triggers(triggers);
  triggers.add(escape_set, {"%\\&", are_usual ? "0123456789abcdefunrx" : "", "", ""});
  if (are_usual) triggers.pass_over_ends_behind(end_of_object);
  // Not combined with the characters above, because `,"` would then match.
  triggers.add(escaped_mark_set, {"\\&", "/#", "", ""});
  DumpFinder::add_triggers(triggers, dump_set);
  return triggers;
}

const TriggerScan& find_triggers(bool are_usual) {
  static const TriggerScan usual = create_triggers(true);
  static const TriggerScan all = create_triggers(false);
  return are_usual ? usual : all;
}

void sort_and_merge(std::vector<Span>& spans) {
  if (spans.size() < 2) return;
  std::sort(spans.begin(), spans.end(), [](const Span& one, const Span& other) { return one.begin < other.begin; });
  std::size_t last = 0;
  for (const Span& span : spans) {
    if (span.begin <= spans[last].end)
      spans[last].end = std::max(spans[last].end, span.end);
    else
      spans[++last] = span;
  }
  spans.resize(last + 1);
}

bool is_line_end(std::string_view text, std::size_t at) { return at < text.size() && text[at] == '\n'; }

// Characters that may begin an escape, a line break or an ellipsis. Percent escapes are handled separately.
constexpr LetterSet unclear("\\&\r\n.\xE2");

constexpr LetterSet base64_letters("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_");

// Counts the first character and the literal characters after it.
std::size_t count_plain_letters(std::string_view text, std::size_t start) {
  const std::size_t limit = std::min(FormIndex::most_letters, text.size() - start);
  std::size_t count = 1;
  while (count < limit && text[start + count] != '%' && !unclear.has(text[start + count])) ++count;
  return count;
}

}  // namespace

std::string mask_spans(std::string_view text, std::span<const Span> spans) {
  std::string masked;
  std::size_t done = 0;
  for (const auto& [begin, end] : spans) {
    masked.append(text.substr(done, begin - done)).append(Redactor::mask);
    done = end;
  }
  return masked.append(text.substr(done));
}

Redactor::Secret::Secret(SecretMemory held, std::size_t size) : memory(std::move(held)), size(size) {
  using Kind = SecretForm::Kind;
  const std::span<const std::uint8_t> bytes = memory.bytes();
  const auto plain = bytes.first(size);
  const auto utf16 = bytes.subspan(size);
  forms.reserve(most_forms);
  forms.emplace_back(plain, Kind::plain);
  forms.emplace_back(plain, Kind::hex);
  if (utf16.size() >= shortest_secret) forms.emplace_back(utf16, Kind::utf16);
  for (const std::size_t offset : {0, 1, 2}) forms.emplace_back(plain, Kind::base64, offset);
}

// An escaped character and the unambiguous characters after it.
struct Redactor::Letters {
  std::array<char, FormIndex::most_letters> letters{};
  /// Whether the character may also be the `%` of its own percent-escape.
  std::array<bool, FormIndex::most_letters> may_be_percent{};
  std::size_t size = 1;

  /// The position of the next character, or npos if ambiguous.
  std::size_t next;

  explicit Letters(char letter, std::size_t next = std::string_view::npos) : next(next) { letters[0] = letter; }

  void read_on(std::string_view text) {
    for (; size < letters.size() && next < text.size() && !unclear.has(text[next]); ++size) {
      letters[size] = text[next];
      if (text[next] != '%') {
        ++next;
        continue;
      }
      const auto escape = read_escape(text, next);
      if (!escape || escape->length != 3 || escape->value >= 0x80) return;
      letters[size] = static_cast<char>(escape->value);
      if (!is_word(letters[size])) return;
      may_be_percent[size] = true;
      next += escape->length;
    }
  }
};

std::string_view Redactor::Secret::text() const { return {reinterpret_cast<const char*>(memory.bytes().data()), size}; }

// Returns false if a form of the secret begins with an escape or with `end_of_object`.
bool Redactor::Secret::is_usual() const {
  return std::all_of(forms.begin(), forms.end(), [](const SecretForm& form) {
    constexpr std::size_t count = FormIndex::longest_window;
    return form.begins_plainly(count) && !form.begins_with(end_of_object, count);
  });
}

std::size_t Redactor::Secret::memory_size() const {
  const auto add_form = [](std::size_t sum, const SecretForm& form) { return sum + form.memory_size(); };
  return std::accumulate(forms.begin(), forms.end(), sizeof(Secret) + memory_of(forms) + memory_of(indexed), add_form);
}

Redactor::Redactor() = default;

bool Redactor::add(std::string_view secret) {
  if (secret.size() < shortest_secret || secret.size() > longest_secret) return false;
  if (slot_of_.contains(secret)) return true;
  // The secret is stored together with its UTF-16 form.
  auto memory = SecretMemory::allocate(secret.size() + utf16le_size(secret));
  if (!memory) return false;
  std::memcpy(memory->bytes().data(), secret.data(), secret.size());
  write_utf16le(secret, memory->bytes().subspan(secret.size()));
  auto known = std::make_unique<Secret>(std::move(*memory), secret.size());
  const std::size_t slot = find_free_slot();
  const auto named = slot_of_.emplace(known->text(), slot).first;
  try {
    known->indexed = index_.add(known->forms, first_form(slot));
  } catch (...) {
    slot_of_.erase(named);
    throw;
  }
  secrets_size_ += known->memory_size();
  // A secret is twice as long in hexadecimal or UTF-16.
  longest_text_ = std::max(longest_text_, 2 * secret.size());
  unusual_ones_ += known->is_usual() ? 0 : 1;
  slots_[slot] = std::move(known);
  free_slots_.pop_back();
  return true;
}

bool Redactor::remove(std::string_view secret) noexcept {
  const auto named = slot_of_.find(secret);
  if (named == slot_of_.end()) return false;
  forget_search();
  const std::size_t slot = named->second;
  slot_of_.erase(named);
  const std::unique_ptr<Secret> removed = std::move(slots_[slot]);
  free_slots_.push_back(slot);
  secrets_size_ -= removed->memory_size();
  unusual_ones_ -= removed->is_usual() ? 0 : 1;
  index_.remove(removed->forms, removed->indexed);
  if (!slot_of_.empty()) return true;
  index_ = FormIndex();
  slot_of_ = SlotsByText();
  slots_ = decltype(slots_)();
  free_slots_ = decltype(free_slots_)();
  return true;
}

// Reserves capacity, because `remove` must not fail.
std::size_t Redactor::find_free_slot() {
  if (free_slots_.empty()) {
    free_slots_.reserve(slots_.size() + 1 > free_slots_.capacity() ? 2 * slots_.size() + 1 : 0);
    slots_.emplace_back();
    free_slots_.push_back(slots_.size() - 1);
  }
  return free_slots_.back();
}

const Redactor::Findings& Redactor::find(std::string_view text, bool is_final) {
  DumpFinder dumps(text, is_final, longest_text_);
  search(text, is_final, &dumps);
  for (const ByteDump& dump : dumps.finish()) {
    const bool is_open = dumps.is_open(dump);
    search_dump(dump, text, is_open);
    constexpr std::size_t digits_of_byte = 2;
    if (dump.group_digits > digits_of_byte) search_dump(dump.with_reversed_groups(), text, is_open);
  }
  if (!is_final) {
    if (!ends_masked(text)) findings_.open_at = std::min(findings_.open_at, dumps.last_number());
    keep_whole_at_open_end();
  }
  sort_and_merge(findings_.spans);
  return findings_;
}

bool Redactor::may_be_cut_behind(char letter) const { return letter != end_of_object || unusual_ones_ > 0; }

bool Redactor::ends_masked(std::string_view text) const {
  return std::any_of(findings_.spans.begin(), findings_.spans.end(),
                     [&](const Span& span) { return span.end == text.size(); });
}

// A secret may begin inside a span, so the whole span is held back.
void Redactor::keep_whole_at_open_end() {
  const std::size_t open_at = findings_.open_at;
  for (const Span& span : findings_.spans) {
    const bool is_cut = span.begin < open_at && open_at < span.end;
    if (is_cut && open_at - span.begin < longest_spelling) findings_.open_at = std::min(findings_.open_at, span.begin);
  }
}

// Collects unsorted findings. `dumps` is null while a dump's bytes are being searched.
void Redactor::search(std::string_view text, bool is_final, DumpFinder* dumps) {
  findings_.spans.clear();
  findings_.open_at = text.size();
  escapes_followed_ = 0;
  forget_search();
  TokenShapes shapes(text);
  if (dumps) dumps->find_at_begin();
  for (std::size_t begin = 0; begin < text.size(); begin += block_size) {
    const std::size_t end = std::min(text.size(), begin + block_size);
    find_block(text, begin, end, is_final);
    for (const Trigger& trigger : triggered_) {
      const bool ends_line = is_line_end(text, trigger.at + 1);
      if (ends_line) find_at_line_end(text, trigger.at + 1, is_final);
      if ((trigger.sets & escape_sets) != 0) follow_escapes(text, trigger.at, is_final);
      if ((trigger.sets & shape_sets) != 0) shapes.find(trigger, findings_.spans);
      if (dumps && ends_line) dumps->find_at_line_end(trigger.at + 1);
      if (dumps && (trigger.sets & escape_sets) != 0) dumps->find_around(trigger.at);
      if (dumps && (trigger.sets & dump_sets) != 0) dumps->find(trigger.at);
    }
  }
  if (!is_final) find_open_end(text);
}

void Redactor::forget_search() {
  for (const std::uint32_t form : searched_forms_) form_of(form).forget_search();
  searched_forms_.clear();
}

// Searches the bytes of a dump and maps the findings to the text.
void Redactor::search_dump(const ByteDump& dump, std::string_view text, bool is_open) {
  Findings found = std::exchange(findings_, Findings{});
  search(dump.view(), !is_open, nullptr);
  const auto source_span = [&](Span span) { return dump.source_span(span, text); };
  std::transform(findings_.spans.begin(), findings_.spans.end(), std::back_inserter(found.spans), source_span);
  const Span open{findings_.open_at, dump.bytes.size()};
  if (open.begin < open.end) found.open_at = std::min(found.open_at, source_span(open).begin);
  findings_ = std::move(found);
}

std::optional<std::string> Redactor::redact(std::string_view text) {
  const Findings& findings = find(text);
  if (findings.spans.empty()) return std::nullopt;
  return mask_spans(text, findings.spans);
}

std::size_t Redactor::memory_size() const {
  constexpr std::size_t entry_size = sizeof(SlotsByText::value_type) + 2 * sizeof(void*);
  return index_.memory_size() + secrets_size_ + memory_of(slots_) + memory_of(free_slots_) +
         slot_of_.size() * entry_size + slot_of_.bucket_count() * sizeof(void*) + memory_of(findings_.spans) +
         memory_of(triggered_) + memory_of(searched_forms_);
}

void Redactor::find_block(std::string_view text, std::size_t begin, std::size_t end, bool is_final) {
  triggered_.clear();
  find_triggers(unusual_ones_ == 0).scan(text, begin, end, triggered_);
  if (slot_of_.empty()) return;
  const auto visit = [&](std::uint32_t form, std::size_t start) { follow(form, text, start, is_final); };
  index_.visit_whole(text, begin, end, visit);
  if (end == text.size() && may_be_cut_behind(text[end - 1])) index_.visit_cut(text, end, visit);
}

void Redactor::find_at_line_end(std::string_view text, std::size_t at, bool is_final) {
  if (slot_of_.empty()) return;
  index_.visit_cut(text, at, [&](std::uint32_t form, std::size_t start) { follow(form, text, start, is_final); });
  follow_break(text, at > 0 && text[at - 1] == '\r' ? at - 1 : at, is_final);
}

// A secret's beginning at the end of the text may be too short for the index.
void Redactor::find_open_end(std::string_view text) {
  const std::size_t first = text.size() - std::min(text.size(), longest_short_prefix);
  for (std::size_t start = first; start < text.size() && start < findings_.open_at; ++start) {
    index_.visit_positions({}, text.substr(start, count_plain_letters(text, start)),
                           [&](FormPosition position) { follow(position.form, text, start, false); });
    if (!begins_escape(text[start])) continue;
    if (cut_escape_length(text, start) > 0 && start + cut_escape_length(text, start) == text.size())
      findings_.open_at = start;
  }
}

void Redactor::follow(std::uint32_t number, std::string_view text, std::size_t start, bool is_final) {
  SecretForm& form = form_of(number);
  if (!form.is_searched()) searched_forms_.push_back(number);
  if (!form.begin_search(start)) return;
  const std::size_t open_at = walk_form(form, text, start, is_final, findings_.spans);
  findings_.open_at = std::min(findings_.open_at, open_at);
}

// Follows the form only if no character between its start and `at` is escaped.
void Redactor::follow_backwards(FormPosition position, std::string_view text, std::size_t at, bool is_final) {
  const std::size_t start = at - position.offset;
  const SecretForm& form = form_of(position.form);
  std::size_t index = position.offset;
  const auto may_match = [&](std::size_t at_form, char letter) {
    return form.matches(at_form, letter, false) || form.matches(at_form, letter, true);
  };
  while (index > 0 && may_match(index - 1, text[start + index - 1])) --index;
  if (index == 0) follow(position.form, text, start, is_final);
}

void Redactor::follow_escapes(std::string_view text, std::size_t at, bool is_final) {
  // The scan also reports other characters.
  if (!begins_escape(text[at])) return;
  const std::size_t last = at;
  // Any of several consecutive backslashes may begin the escape.
  do {
    // The backslash may itself be escaped.
    follow_letters(Letters(text[at]), text, at, is_final);
    if (const auto escape = read_escape(text, at)) follow_escape(*escape, text, at, is_final);
  } while (text[last] == '\\' && at > escapes_followed_ && text[--at] == '\\' && last - at < deepest_nesting);
  escapes_followed_ = last + 1;
}

void Redactor::follow_escape(const Escape& escape, std::string_view text, std::size_t at, bool is_final) {
  if (escape.value == '\n' || escape.value == '\r') follow_break(text, at, is_final);
  if (escape.value < 0x80) {
    follow_letters(Letters(static_cast<char>(escape.value), at + escape.length), text, at, is_final);
    return;
  }
  using Meaning = Escape::Meaning;
  const auto follow_letter = [&](char letter) { follow_letters(Letters(letter), text, at, is_final); };
  if (escape.meaning != Meaning::code_point) follow_letter(static_cast<char>(escape.value));
  if (escape.meaning != Meaning::byte) follow_letter(encode_utf8(escape.value).bytes[0]);
}

// Looks up forms in which the first of `letters` is escaped, but the characters before it are not.
void Redactor::follow_letters(Letters letters, std::string_view text, std::size_t at, bool is_final) {
  constexpr std::size_t most_before = FormIndex::most_letters - 1;
  for (std::uint32_t before = 0; before <= most_before && before <= at; ++before) {
    // Empty if the form must begin with these characters.
    const std::string_view behind = before == most_before ? text.substr(0, at - before) : std::string_view();
    const auto follow_position = [&](FormPosition position) {
      if (form_of(position.form).kind() == SecretForm::Kind::utf16) return;
      follow_backwards({position.form, position.offset + before}, text, at, is_final);
    };
    // Rejects most characters early.
    if (!index_.may_know(text.substr(at - before, before), letters.letters[0])) continue;
    std::array<char, FormIndex::most_letters> all;
    std::size_t size = text.copy(all.data(), before, at - before);
    all[size] = letters.letters[0];
    if (before < most_before) letters.read_on(text);
    for (std::size_t index = 0; index < letters.size && size < all.size(); ++index) {
      if (letters.may_be_percent[index]) {
        all[size] = '%';
        index_.visit_positions(behind, {all.data(), size + 1}, follow_position);
      }
      all[size++] = letters.letters[index];
    }
    index_.visit_positions(behind, {all.data(), size}, follow_position);
  }
}

void Redactor::follow_break(std::string_view text, std::size_t at, bool is_final) {
  // Most lines end in something else, such as the brace in JSON.
  if (at == 0 || !base64_letters.has(text[at - 1])) return;
  for (std::uint32_t before = 1; before <= FormIndex::most_letters && before <= at; ++before) {
    index_.visit_positions(text.substr(0, at - before), text.substr(at - before, before), [&](FormPosition position) {
      if (!form_of(position.form).spans_line_breaks()) return;
      follow_backwards({position.form, position.offset + before}, text, at, is_final);
    });
  }
}

}  // namespace slashpass
