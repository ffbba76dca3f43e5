#include "core/secret_forms.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

namespace slashpass {
namespace {

constexpr std::string_view base64_standard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view base64_url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string hex_byte(unsigned char byte, std::string_view digits) {
  return {digits[byte >> 4], digits[byte & 15]};
}

std::string json_escaped(std::string_view secret) {
  std::string text;
  for (const unsigned char byte : secret) {
    switch (byte) {
      case '"': text += "\\\""; break;
      case '\\': text += "\\\\"; break;
      case '\b': text += "\\b"; break;
      case '\f': text += "\\f"; break;
      case '\n': text += "\\n"; break;
      case '\r': text += "\\r"; break;
      case '\t': text += "\\t"; break;
      default:
        if (byte < 0x20) text += "\\u00" + hex_byte(byte, "0123456789abcdef");
        else text += static_cast<char>(byte);
    }
  }
  return text;
}

bool is_unreserved(unsigned char byte) {
  return std::isalnum(byte) != 0 || std::string_view("-._~").find(static_cast<char>(byte)) != std::string_view::npos;
}

std::string percent_encoded(std::string_view secret, std::string_view digits, bool every_byte) {
  std::string text;
  for (const unsigned char byte : secret) {
    if (!every_byte && is_unreserved(byte)) text += static_cast<char>(byte);
    else text += '%' + hex_byte(byte, digits);
  }
  return text;
}

// The characters that the secret alone decides, when it starts `offset` bytes into a group of three.
std::string base64_core(std::string_view secret, std::size_t offset, std::string_view alphabet) {
  const std::size_t first = (offset * 8 + 5) / 6;
  const std::size_t end = (offset + secret.size()) * 8 / 6;
  std::string text;
  for (std::size_t index = first; index < end; ++index) {
    unsigned value = 0;
    for (std::size_t bit = index * 6; bit < index * 6 + 6; ++bit) {
      const unsigned char byte = static_cast<unsigned char>(secret[bit / 8 - offset]);
      value = value << 1 | (byte >> (7 - bit % 8) & 1U);
    }
    text += alphabet[value];
  }
  return text;
}

}  // namespace

std::vector<std::string> forms_of(std::string_view secret) {
  std::vector<std::string> forms{std::string(secret), json_escaped(secret)};
  for (const std::string_view digits : {"0123456789ABCDEF", "0123456789abcdef"}) {
    for (const bool every_byte : {false, true}) forms.push_back(percent_encoded(secret, digits, every_byte));
  }
  for (const std::size_t offset : {0, 1, 2}) {
    for (const std::string_view alphabet : {base64_standard, base64_url}) {
      forms.push_back(base64_core(secret, offset, alphabet));
    }
  }
  std::sort(forms.begin(), forms.end());
  forms.erase(std::unique(forms.begin(), forms.end()), forms.end());
  return forms;
}

}  // namespace slashpass
