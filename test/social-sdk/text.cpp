#include "text.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace stand_in {
namespace {

unsigned long hex_at(std::string_view text, size_t at, size_t length) {
  return std::strtoul(std::string(text.substr(std::min(at, text.size()), length)).c_str(), nullptr, 16);
}

/// Enough for the emulator, which escapes only control characters.
std::string unescape(std::string_view text) {
  std::string value;
  for (size_t i = 0; i < text.size(); i++) {
    if (text[i] != '\\') {
      value += text[i];
    } else if (text[++i] == 'u') {
      value += static_cast<char>(hex_at(text, i + 1, 4));
      i += 4;
    } else {
      value += text[i] == 'n' ? '\n' : text[i];
    }
  }
  return value;
}

/// Returns the position after the closing quote.
size_t end_of_string(const std::string& text, size_t start) {
  size_t at = start + 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return std::min(at, text.size() - 1) + 1;
}

}  // namespace

std::string quote(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    char escape[8];
    const bool is_control = static_cast<unsigned char>(letter) < 0x20;
    std::snprintf(escape, sizeof escape, is_control ? "\\u%04x" : "\\%c", letter);
    quoted += is_control || letter == '"' || letter == '\\' ? escape : std::string(1, letter);
  }
  return quoted + "\"";
}

std::map<std::string, std::string> parse_json(const std::string& text) {
  static constexpr char blank[] = " \n\r\t";
  std::map<std::string, std::string> fields;
  for (size_t at = text.find('"'); at < text.size(); at = text.find('"', at)) {
    const size_t name_end = end_of_string(text, at);
    const size_t colon = text.find_first_not_of(blank, name_end);
    const size_t start = colon < text.size() ? text.find_first_not_of(blank, colon + 1) : colon;
    const std::string name = text.substr(at + 1, name_end - at - 2);
    at = name_end;
    if (start >= text.size() || text[colon] != ':' || text[start] == '{' || text[start] == '[') continue;
    const bool is_string = text[start] == '"';
    at = is_string ? end_of_string(text, start) : std::min(text.find_first_of(",}] \n\r\t", start), text.size());
    fields.emplace(name, is_string ? unescape(std::string_view(text).substr(start + 1, at - start - 2))
                                   : text.substr(start, at - start));
  }
  return fields;
}

std::string encode(std::string_view text) {
  std::string encoded;
  for (const char letter : text) {
    char escape[4];
    std::snprintf(escape, sizeof escape, "%%%02X", static_cast<unsigned char>(letter));
    const bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    const bool is_plain = is_letter || std::string_view("0123456789-._~").find(letter) != std::string_view::npos;
    encoded += is_plain ? std::string(1, letter) : escape;
  }
  return encoded;
}

std::string decode(std::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); i++) {
    const bool is_escape = text[i] == '%';
    decoded += is_escape ? static_cast<char>(hex_at(text, i + 1, 2)) : text[i] == '+' ? ' ' : text[i];
    if (is_escape) i += 2;
  }
  return decoded;
}

}  // namespace stand_in
