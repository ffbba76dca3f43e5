#include "core/token_shapes.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace slashpass {
namespace {

struct Shape {
  std::string_view name;
  // Short words also name harmless things ("code": 50035), so their values must be long enough to be a secret.
  std::size_t shortest_value;
};

constexpr std::array schemes{Shape{"bearer", 8}, Shape{"bot", 20}, Shape{"basic", 8}};
constexpr std::array parameters{Shape{"access_token", 1},  Shape{"refresh_token", 1}, Shape{"id_token", 1},
                                Shape{"code_verifier", 1}, Shape{"client_secret", 1}, Shape{"device_code", 1},
                                Shape{"code", 8},          Shape{"state", 8},         Shape{"token", 8}};

bool is_word(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }

bool is_value(char letter) { return is_word(letter) || std::string_view("-.~+/=%").find(letter) != std::string_view::npos; }

bool starts_with(std::string_view text, std::size_t at, std::string_view lower_case_word) {
  if (text.size() - at < lower_case_word.size()) return false;
  return std::equal(lower_case_word.begin(), lower_case_word.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                    [](char word, char letter) { return word == std::tolower(static_cast<unsigned char>(letter)); });
}

std::size_t skip(std::string_view text, std::size_t at, std::string_view letters) {
  while (at < text.size() && letters.find(text[at]) != std::string_view::npos) ++at;
  return at;
}

void add_value(std::string_view text, std::size_t begin, std::size_t shortest, std::vector<Span>& found) {
  std::size_t end = begin;
  while (end < text.size() && is_value(text[end])) ++end;
  if (end - begin >= shortest) found.push_back({begin, end});
}

void find_after_scheme(std::string_view text, std::size_t at, std::vector<Span>& found) {
  for (const auto& [name, shortest] : schemes) {
    if (!starts_with(text, at, name)) continue;
    const std::size_t after = at + name.size();
    const std::size_t value = skip(text, after, " \t");
    if (value > after) add_value(text, value, shortest, found);
  }
}

void find_after_parameter(std::string_view text, std::size_t at, std::vector<Span>& found) {
  for (const auto& [name, shortest] : parameters) {
    if (!starts_with(text, at, name)) continue;
    const std::size_t after = skip(text, at + name.size(), "\\\"' ");
    if (after >= text.size() || (text[after] != '=' && text[after] != ':')) continue;
    add_value(text, skip(text, after + 1, "\\\"' "), shortest, found);
  }
}

}  // namespace

void find_token_shapes(std::string_view text, std::vector<Span>& found) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_word(text[at]) || (at > 0 && is_word(text[at - 1]))) continue;
    find_after_scheme(text, at, found);
    find_after_parameter(text, at, found);
  }
}

}  // namespace slashpass
