#include "redactor/token_shapes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "redactor/letters.h"
#include "redactor/token_look.h"

namespace slashpass {
namespace {

// Trigger sets that rarely match in log lines, JSON and READMEs.
enum Set : unsigned { bot_token, words, more_words, most_words };

constexpr std::string_view separators = " \t%+:=\"'\\";
constexpr std::string_view token_letters = "abcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t longest_name = 40;
constexpr std::size_t longest_gap = 16;

// How likely it is that a secret follows a word.
enum class Word : std::uint8_t {
  /// An OAuth name. Any value in `access_token=x` or `"access_token":"x"` is masked.
  secret,
  /// A redirect parameter whose name has other uses too.
  parameter,
  /// A common word.
  ordinary
};

struct Name {
  std::string_view word;
  Word kind;
};

// Lower case, without `_` or `-`, to match accessToken, Access-Token and so on.
constexpr std::array names{Name{"accesstoken", Word::secret},       Name{"refreshtoken", Word::secret},
                           Name{"idtoken", Word::secret},           Name{"clientsecret", Word::secret},
                           Name{"codeverifier", Word::secret},      Name{"devicecode", Word::secret},
                           Name{"usercode", Word::secret},          Name{"clientassertion", Word::secret},
                           Name{"assertion", Word::parameter},      Name{"subjecttoken", Word::secret},
                           Name{"actortoken", Word::secret},        Name{"parenttoken", Word::secret},
                           Name{"childtoken", Word::secret},        Name{"bottoken", Word::secret},
                           Name{"discordtoken", Word::secret},      Name{"authtoken", Word::secret},
                           Name{"externalauthtoken", Word::secret}, Name{"provisionaltoken", Word::secret},
                           Name{"webhooktoken", Word::secret},      Name{"interactiontoken", Word::secret},
                           Name{"code", Word::parameter},           Name{"authorizationcode", Word::parameter},
                           Name{"state", Word::parameter},          Name{"token", Word::ordinary},
                           Name{"secret", Word::ordinary}};

bool is_name(char letter) { return is_word(letter) || letter == '-'; }
bool is_value(char letter) {
  return is_word(letter) || std::string_view("-.~+/=%").find(letter) != std::string_view::npos;
}

constexpr std::uint32_t folded(std::string_view letters) {
  std::uint32_t value = 0;
  for (const char letter : letters) value = value << 8 | static_cast<unsigned char>(letter) | 0x20;
  return value;
}

std::uint32_t folded_at(std::string_view text, std::size_t at) {
  return folded(text.substr(at, TriggerScan::pattern_size));
}

bool contains_word(std::string_view text, std::size_t at, std::string_view lower_case_word) {
  if (at > text.size() || text.size() - at < lower_case_word.size()) return false;
  return std::equal(lower_case_word.begin(), lower_case_word.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                    [](char word, char letter) { return word == to_lower(letter); });
}

std::size_t skip(std::string_view text, std::size_t at, std::string_view letters) {
  const std::size_t limit = std::min(text.size(), at + longest_gap);
  while (at < limit && letters.find(text[at]) != std::string_view::npos) ++at;
  return at;
}

bool is_quote(char letter) { return letter == '"' || letter == '\'' || letter == '`'; }

// Skips quotes and the `:`, `=` or (between array elements) `,` before a value.
std::optional<std::size_t> skip_to_value(std::string_view text, std::size_t at, bool allows_comma) {
  at = skip(text, at, "\\\"' \t");
  if (at >= text.size()) return std::nullopt;
  if (contains_word(text, at, "%3d") || contains_word(text, at, "%3a"))
    at += 3;
  else if (text[at] == ':' || text[at] == '=' || (allows_comma && text[at] == ',' && is_quote(text[at - 1])))
    ++at;
  else
    return std::nullopt;
  at = skip(text, at, ">\\\"' \t");
  if (at + 1 < text.size() && text[at] == '[' &&
      std::string_view("\\\"' ").find(text[at + 1]) != std::string_view::npos) {
    at = skip(text, at + 1, "\\\"' \t");
  }
  return at;
}

bool is_literal(std::string_view value) {
  return value == "null" || value == "true" || value == "false" || value == "undefined";
}

const Name* known_name(std::string_view word) {
  std::array<char, 2 * longest_name> letters;
  std::size_t size = 0;
  for (const char letter : word) {
    if (letter != '_' && letter != '-') letters[size++] = to_lower(letter);
  }
  const std::string_view plain(letters.data(), size);
  const auto* known =
      std::find_if(names.begin(), names.end(), [plain](const Name& name) { return name.word == plain; });
  return known == names.end() ? nullptr : known;
}

// An authentication scheme (`Bearer`, `Basic` or `Bot`) and where its value starts.
struct Scheme {
  std::string_view word;
  std::size_t value;
};

std::optional<Scheme> read_scheme(std::string_view text, std::size_t at, std::string_view gap) {
  for (const std::string_view word : {"bearer", "basic", "bot"}) {
    if (!contains_word(text, at, word)) continue;
    const std::size_t after = at + word.size();
    std::size_t value = skip(text, after, gap);
    if (contains_word(text, value, "%20")) value += 3;
    if (value == after) return std::nullopt;
    return Scheme{word, value};
  }
  return std::nullopt;
}

std::size_t skip_slash(std::string_view text, std::size_t at) {
  if (contains_word(text, at, "%2f")) return at + 3;
  if (contains_word(text, at, "\\/")) return at + 2;
  return at < text.size() && text[at] == '/' ? at + 1 : std::string_view::npos;
}

}  // namespace

void TokenShapes::add_triggers(TriggerScan& scan) {
  scan.add(bot_token, {".", token_letters, token_letters, token_letters});
  scan.add(words, {"t", "a", "t", "e"});
  scan.add(words, {"s", "e", "r", "t"});
  scan.add(words, {"t", "e", "r", "a"});
  scan.add(more_words, {"a", "r", "e", "r"});
  scan.add(more_words, {"a", "s", "i", "c"});
  scan.add(more_words, {"c", "r", "e", "t"});
  scan.add(more_words, {"a", "u", "t", "h"});
  scan.add(most_words, {"t", "o", "k", "e"});
  scan.add(most_words, {"c", "o", "d", "e"});
  scan.add(most_words, {"i", "f", "i", "e"});
  scan.add(most_words, {"o", "o", "k", "s"});
  scan.add(most_words, {"b", "o", "t", separators});
}

void TokenShapes::find(const Trigger& trigger, std::vector<Span>& found) {
  if (trigger.at < masked_up_to_ || text_.size() - trigger.at < TriggerScan::pattern_size) return;
  const std::size_t before = found.size();
  switch (folded_at(text_, trigger.at)) {
    case folded("arer"):
      if (trigger.at >= 2) find_after_scheme(trigger.at - 2, found);
      break;
    case folded("asic"):
      if (trigger.at >= 1) find_after_scheme(trigger.at - 1, found);
      break;
    case folded("code"):
    case folded("tate"):
    case folded("toke"):
    case folded("cret"):
    case folded("ifie"):
    case folded("sert"):
      find_after_name(trigger.at, found);
      break;
    case folded("auth"):
      find_header_value(trigger.at, found);
      break;
    case folded("ooks"):
    case folded("tera"):
      find_in_path(trigger.at, found);
      break;
    default:
      if (text_[trigger.at] == '.')
        find_bot_token(trigger.at, found);
      else if (to_lower(text_[trigger.at]) == 'b')
        find_after_scheme(trigger.at, found);
  }
  if (found.size() > before) masked_up_to_ = std::max(masked_up_to_, found.back().end);
}

std::size_t TokenShapes::run_end(std::size_t begin) {
  if (begin >= run_.begin && begin < run_.end) return run_.end;
  std::size_t end = begin;
  while (end < text_.size() && is_value(text_[end])) ++end;
  run_ = {begin, end};
  return end;
}

void TokenShapes::find_after_scheme(std::size_t at, std::vector<Span>& found) {
  if (at > 0 && is_word(text_[at - 1])) return;
  const auto scheme = read_scheme(text_, at, " \t+:=\"'\\");
  if (!scheme) return;
  const std::size_t end = run_end(scheme->value);
  const std::string_view value = text_.substr(scheme->value, end - scheme->value);
  const bool is_secret = scheme->word == "basic" ? looks_like_basic_credentials(value)
                         : scheme->word == "bot" ? looks_like_bot_token(value)
                                                 : looks_secret(value);
  if (is_secret) found.push_back({scheme->value, end});
}

void TokenShapes::find_after_name(std::size_t at, std::vector<Span>& found) {
  std::size_t begin = at;
  while (begin > 0 && at - begin < longest_name && is_name(text_[begin - 1])) --begin;
  std::size_t end = at;
  while (end < text_.size() && end - at < longest_name && is_name(text_[end])) ++end;
  // The digits of an encoded `?`, `&` or `#` look like part of the name.
  const bool is_encoded =
      begin > 0 && text_[begin - 1] == '%' &&
      (contains_word(text_, begin, "3f") || contains_word(text_, begin, "26") || contains_word(text_, begin, "23"));
  if (is_encoded) begin += 2;
  const Name* name = known_name(text_.substr(begin, end - begin));
  if (!name) return;
  const auto value = skip_to_value(text_, end, false);
  if (!value) return;
  const std::size_t value_end = run_end(*value);
  const std::string_view content = text_.substr(*value, value_end - *value);
  const bool is_parameter = is_encoded ? contains_word(text_, end, "%3d") : text_[end] == '=' && *value == end + 1;
  const bool is_query =
      is_parameter &&
      (is_encoded || (begin > 0 && std::string_view("?&#").find(text_[begin - 1]) != std::string_view::npos));
  const auto is_secret = [&] {
    if (name->kind == Word::secret)
      return is_parameter || is_quote(text_[*value - 1]) ? !is_literal(content) : looks_secret(content);
    const std::size_t shortest = name->kind == Word::parameter ? 8 : 12;
    return (is_query && content.size() >= shortest) || looks_random(content);
  };
  if (!content.empty() && is_secret()) found.push_back({*value, value_end});
}

// Masks only the value, not the scheme.
void TokenShapes::find_header_value(std::size_t at, std::vector<Span>& found) {
  constexpr std::string_view name = "authorization";
  if (!contains_word(text_, at, name)) return;
  const auto value = skip_to_value(text_, at + name.size(), true);
  if (!value) return;
  const auto scheme = read_scheme(text_, *value, " \t+\"'\\");
  const std::size_t begin = scheme ? scheme->value : *value;
  const std::size_t end = run_end(begin);
  const std::string_view content = text_.substr(begin, end - begin);
  if (scheme ? !content.empty() && !is_literal(content) : looks_like_credentials(content))
    found.push_back({begin, end});
}

// Finds the token in /webhooks/<id>/<token> and /interactions/<id>/<token>.
void TokenShapes::find_in_path(std::size_t at, std::vector<Span>& found) {
  std::size_t next = std::string_view::npos;
  if (at >= 4 && contains_word(text_, at - 4, "webhooks")) next = at + 4;
  if (at >= 2 && contains_word(text_, at - 2, "interactions")) next = at + 10;
  if (next == std::string_view::npos) return;
  next = skip_slash(text_, next);
  if (next == std::string_view::npos) return;
  const std::size_t id = next;
  while (next < text_.size() && next - id < 20 && is_digit(text_[next])) ++next;
  if (next == id) return;
  next = skip_slash(text_, next);
  if (next == std::string_view::npos) return;
  std::size_t end = next;
  while (end < text_.size() && (is_name(text_[end]) || text_[end] == '.' || text_[end] == '=')) ++end;
  if (end - next >= 8) found.push_back({next, end});
}

// Format: <id in base64>.<time, 6 or 7 characters>.<27 or more characters>
void TokenShapes::find_bot_token(std::size_t dot, std::vector<Span>& found) {
  const auto is_dot = [this](std::size_t at) { return at < text_.size() && text_[at] == '.'; };
  const std::size_t second = is_dot(dot + 7) ? dot + 7 : dot + 8;
  if (!is_dot(second)) return;
  if (!std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(dot) + 1,
                   text_.begin() + static_cast<std::ptrdiff_t>(second), is_name))
    return;
  std::size_t begin = dot;
  while (begin > 0 && dot - begin < longest_name && is_name(text_[begin - 1])) --begin;
  std::size_t end = second + 1;
  while (end < text_.size() && is_name(text_[end])) ++end;
  if (dot - begin >= 23 && end - second > 27) found.push_back({begin, end});
}

}  // namespace slashpass
