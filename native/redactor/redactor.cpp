#include "redactor/redactor.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <numeric>
#include <utility>

#include "base/unicode.h"
#include "redactor/form_walk.h"
#include "redactor/token_shapes.h"
#include "system/wiped_vector.h"

namespace slashpass {
namespace {

// Small enough that the second look at a block finds it in the fastest cache.
constexpr std::size_t block_size = 8192;
// Fewer than 8 characters of a secret fill no more than this, however they are escaped.
constexpr std::size_t longest_short_prefix = 256;

// No secret is written with more characters, but for those that nothing but escapes stands for.
constexpr std::size_t longest_spelling = 8 * Redactor::longest_secret;

// Of one secret.
constexpr std::size_t most_forms = 6;

// The sets of triggers behind those of the shapes.
constexpr unsigned escape_set = TokenShapes::trigger_sets;
constexpr unsigned escaped_mark_set = escape_set + 1;
constexpr unsigned escape_sets = 1U << escape_set | 1U << escaped_mark_set;
constexpr unsigned dump_set = escaped_mark_set + 1;
constexpr unsigned dump_sets = ((1U << DumpFinder::trigger_sets) - 1) << dump_set;
constexpr unsigned shape_sets = (1U << TokenShapes::trigger_sets) - 1;

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

std::string_view Redactor::Secret::text() const { return {reinterpret_cast<const char*>(memory.bytes().data()), size}; }

Redactor::Redactor() = default;

bool Redactor::add(std::string_view secret) {
  if (secret.size() < shortest_secret || secret.size() > longest_secret) return false;
  if (std::any_of(secrets_.begin(), secrets_.end(), [&](const Secret& known) { return known.text() == secret; }))
    return true;
  // The secret, and behind it the same in UTF-16.
  auto memory = SecretMemory::allocate(secret.size() + utf16le_size(secret));
  if (!memory) return false;
  std::memcpy(memory->bytes().data(), secret.data(), secret.size());
  write_utf16le(secret, memory->bytes().subspan(secret.size()));
  secrets_.push_back({std::move(*memory), secret.size()});
  is_stale_ = true;
  return true;
}

bool Redactor::remove(std::string_view secret) {
  is_stale_ = true;
  // They say much about the secret.
  forms_.clear();
  index_ = {};
  index_size_ = 0;
  return std::erase_if(secrets_, [&](const Secret& known) { return known.text() == secret; }) > 0;
}

void Redactor::rebuild() {
  is_stale_ = false;
  forms_.clear();
  forms_.reserve(secrets_.size() * most_forms);
  for (const Secret& secret : secrets_) add_forms(secret);
  index_.build(forms_);
  searched_.assign(forms_.size(), Span{0, 0});
  searched_forms_.clear();
  const auto add_form = [](std::size_t sum, const SecretForm& form) { return sum + form.memory_size(); };
  index_size_ = std::accumulate(forms_.begin(), forms_.end(), memory_of(forms_), add_form) + index_.memory_size() +
                memory_of(searched_);
  triggers_ = {};
  TokenShapes::add_triggers(triggers_);
  // With a letter that JSON or HTML escapes among the first ones, every escape may begin a secret.
  const bool is_plain =
      std::all_of(forms_.begin(), forms_.end(), [](const SecretForm& form) { return form.begins_plainly(); });
  if (is_plain)
    triggers_.add(escape_set, {"%\\&", "0123456789abcdefunrx", "", ""});
  else
    triggers_.add(escape_set, {"%\\&", "", "", ""});
  // Of its own: in a class with the letters above, `,"` would pass too.
  triggers_.add(escaped_mark_set, {"\\&", "/#", "", ""});
  DumpFinder::add_triggers(triggers_, dump_set);
}

void Redactor::add_forms(const Secret& secret) {
  using Kind = SecretForm::Kind;
  const std::span<const std::uint8_t> bytes = secret.memory.bytes();
  const auto plain = bytes.first(secret.size);
  forms_.emplace_back(plain, Kind::plain);
  forms_.emplace_back(plain, Kind::hex);
  const auto utf16 = bytes.subspan(secret.size);
  if (utf16.size() >= shortest_secret) forms_.emplace_back(utf16, Kind::utf16);
  for (const std::size_t offset : {0, 1, 2}) forms_.emplace_back(plain, Kind::base64, offset);
}

const Redactor::Findings& Redactor::find(std::string_view text, bool is_final) {
  if (is_stale_) rebuild();
  DumpFinder dumps(text, is_final);
  search(text, is_final, &dumps);
  for (const ByteDump& dump : dumps.finish()) {
    const bool is_open = dumps.is_open(dump);
    search_dump(dump, text, is_open);
    constexpr std::size_t digits_of_pair = 4;
    if (dump.group_digits == digits_of_pair) search_dump(dump.with_swapped_pairs(is_open), text, is_open);
  }
  if (!is_final) {
    if (!ends_masked(text)) findings_.open_at = std::min(findings_.open_at, dumps.last_number());
    keep_whole_at_open_end();
  }
  sort_and_merge(findings_.spans);
  return findings_;
}

bool Redactor::ends_masked(std::string_view text) const {
  return std::any_of(findings_.spans.begin(), findings_.spans.end(),
                     [&](const Span& span) { return span.end == text.size(); });
}

// A secret may begin with the last characters of what was found: that is held back as a whole, or its end would not be
// known for what it is when the text goes on.
void Redactor::keep_whole_at_open_end() {
  const std::size_t open_at = findings_.open_at;
  for (const Span& span : findings_.spans) {
    const bool is_cut = span.begin < open_at && open_at < span.end;
    if (is_cut && open_at - span.begin < longest_spelling) findings_.open_at = std::min(findings_.open_at, span.begin);
  }
}

// Begins new findings, which are not sorted yet. The bytes of a dump are searched without looking for dumps in them.
void Redactor::search(std::string_view text, bool is_final, DumpFinder* dumps) {
  findings_.spans.clear();
  findings_.open_at = text.size();
  for (const std::uint32_t form : searched_forms_) searched_[form] = {0, 0};
  searched_forms_.clear();
  TokenShapes shapes(text);
  for (std::size_t begin = 0; begin < text.size(); begin += block_size) {
    const std::size_t end = std::min(text.size(), begin + block_size);
    find_block(text, begin, end, is_final);
    for (const Trigger& trigger : triggered_) {
      if ((trigger.sets & escape_sets) != 0) follow_escapes(text, trigger.at, is_final);
      if ((trigger.sets & shape_sets) != 0) shapes.find(trigger, findings_.spans);
      if (dumps && (trigger.sets & dump_sets) != 0) dumps->find(trigger.at);
    }
  }
  if (!is_final) find_open_end(text);
}

// Adds what is in the bytes to the findings in the text.
void Redactor::search_dump(const ByteDump& dump, std::string_view text, bool is_open) {
  Findings found = std::exchange(findings_, Findings{});
  search(dump.view(), !is_open, nullptr);
  const auto place_of = [&](Span span) { return dump.place_of(span, text); };
  std::transform(findings_.spans.begin(), findings_.spans.end(), std::back_inserter(found.spans), place_of);
  const Span open{findings_.open_at, dump.bytes.size()};
  if (open.begin < open.end) found.open_at = std::min(found.open_at, place_of(open).begin);
  findings_ = std::move(found);
}

std::optional<std::string> Redactor::redact(std::string_view text) {
  const Findings& findings = find(text);
  if (findings.spans.empty()) return std::nullopt;
  return mask_spans(text, findings.spans);
}

std::size_t Redactor::memory_size() const {
  return index_size_ + memory_of(secrets_) + memory_of(findings_.spans) + memory_of(triggered_);
}

void Redactor::find_block(std::string_view text, std::size_t begin, std::size_t end, bool is_final) {
  triggered_.clear();
  triggers_.scan(text, begin, end, triggered_);
  if (forms_.empty()) return;
  const auto visit = [&](std::uint32_t form, std::size_t start) { follow(form, text, start, is_final); };
  index_.visit_whole(text, begin, end, visit);
  if (end == text.size()) index_.visit_cut(text, end, visit);
  const std::string_view up_to_end = text.substr(0, end);
  for (std::size_t at = up_to_end.find('\n', begin); at < end; at = up_to_end.find('\n', at + 1)) {
    index_.visit_cut(text, at, visit);
    follow_break(text, at > 0 && text[at - 1] == '\r' ? at - 1 : at, is_final);
  }
}

// The last characters may begin a secret of which too few are there for anything else to notice.
void Redactor::find_open_end(std::string_view text) {
  const std::size_t first = text.size() - std::min(text.size(), longest_short_prefix);
  for (std::size_t start = first; start < text.size() && start < findings_.open_at; ++start) {
    follow_places(index_.places_of_first(text[start]), text, start, false);
    if (!begins_escape(text[start])) continue;
    if (cut_escape_length(text, start) > 0 && start + cut_escape_length(text, start) == text.size())
      findings_.open_at = start;
  }
}

void Redactor::follow(std::uint32_t form, std::string_view text, std::size_t start, bool is_final) {
  Span& searched = searched_[form];
  if (start >= searched.begin && start < searched.end) return;
  const WalkResult result = walk_form(forms_[form], text, start, is_final, findings_.spans);
  findings_.open_at = std::min(findings_.open_at, result.open_at);
  if (result.resume == start + 1) return;
  if (searched.end == 0) searched_forms_.push_back(form);
  searched = {start, result.resume};
}

void Redactor::follow_places(std::span<const FormPlace> places, std::string_view text, std::size_t at, bool is_final) {
  for (const FormPlace place : places) {
    if (place.offset > at) continue;
    const std::size_t start = at - place.offset;
    std::size_t index = place.offset;
    while (index > 0 && forms_[place.form].matches(index - 1, text[start + index - 1])) --index;
    if (index == 0) follow(place.form, text, start, is_final);
  }
}

void Redactor::follow_escapes(std::string_view text, std::size_t at, bool is_final) {
  // Of several backslashes any may be the first of the escape.
  constexpr std::size_t most_backslashes = 8;
  const std::size_t last = at;
  do {
    // A percent sign or a backslash that is escaped itself begins with the same character.
    follow_places(index_.places_of_escaped(text[at]), text, at, is_final);
    if (const auto escape = read_escape(text, at)) follow_escape(*escape, text, at, is_final);
  } while (text[last] == '\\' && at > 0 && text[--at] == '\\' && last - at < most_backslashes);
}

void Redactor::follow_escape(const Escape& escape, std::string_view text, std::size_t at, bool is_final) {
  if (escape.value == '\n' || escape.value == '\r') follow_break(text, at, is_final);
  using Meaning = Escape::Meaning;
  const auto follow_letter = [&](char letter) { follow_places(index_.places_of_escaped(letter), text, at, is_final); };
  if (escape.meaning != Meaning::code_point) follow_letter(static_cast<char>(escape.value));
  if (escape.meaning != Meaning::byte) follow_letter(encode_utf8(escape.value).bytes[0]);
}

void Redactor::follow_break(std::string_view text, std::size_t at, bool is_final) {
  if (at > 0) follow_places(index_.places_of_break_after(text[at - 1]), text, at, is_final);
}

}  // namespace slashpass
