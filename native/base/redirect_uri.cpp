#include "base/redirect_uri.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/reserved_schemes.h"

namespace slashpass {
namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_scheme_character(char c) { return is_lower(c) || is_digit(c) || c == '+' || c == '-' || c == '.'; }

// The unreserved and reserved characters, and "%" (RFC 3986 §2).
bool is_uri_character(char c) {
  return is_lower(to_lower(c)) || is_digit(c) ||
         std::string_view("-._~:/?#[]@!$&'()*+,;=%").find(c) != std::string_view::npos;
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         std::equal(prefix.begin(), prefix.end(), text.begin(),
                    [](char expected, char given) { return expected == to_lower(given); });
}

bool matches(std::string_view uri, std::string_view scheme, std::string_view follows) {
  if (uri.size() > max_uri_size || !starts_with_ignoring_case(uri, scheme)) return false;
  const auto rest = uri.substr(scheme.size());
  return rest.starts_with(follows) && std::all_of(rest.begin(), rest.end(), is_uri_character);
}

bool is_reserved(std::string_view scheme) {
  return reserved_schemes.find(std::string(" ").append(scheme).append(" ")) != std::string_view::npos ||
         std::any_of(std::begin(reserved_prefixes), std::end(reserved_prefixes),
                     [&](std::string_view prefix) { return scheme.starts_with(prefix); });
}

// The service opens `discord-<id>` URLs for the application with that id.
bool is_of_another(std::string_view scheme, std::string_view application) {
  constexpr std::string_view prefix = "discord-";
  return scheme.starts_with(prefix) && scheme.substr(prefix.size()) != application;
}

}  // namespace

Status check_scheme(std::string_view scheme, std::string_view application) {
  if (scheme.size() < min_scheme_size || scheme.size() > max_scheme_size || !is_lower(scheme.front()) ||
      !std::all_of(scheme.begin(), scheme.end(), is_scheme_character)) {
    return Error{"invalid_scheme",
                 "The scheme must be a lower-case letter followed by lower-case letters, digits, \"+\", "
                 "\"-\" or \".\", 2 to 80 characters in total (RFC 3986, section 3.1)."};
  }
  if (is_reserved(scheme)) {
    return Error{"reserved_scheme",
                 "The scheme \"" + std::string(scheme) + "\" belongs to the system, the browser or another program."};
  }
  if (is_of_another(scheme, application)) {
    return Error{"reserved_scheme", "The scheme \"" + std::string(scheme) + "\" belongs to another application."};
  }
  return Done{};
}

bool is_redirect(std::string_view uri, std::string_view scheme) {
  return matches(uri, scheme, ":/authorize/callback?");
}

bool is_launch_url(std::string_view uri, std::string_view scheme) { return matches(uri, scheme, "://"); }

bool is_any_url(std::string_view text) {
  const auto scheme = text.substr(0, text.find(':'));
  return !scheme.empty() && is_lower(scheme.front()) && matches(text, scheme, ":");
}

}  // namespace slashpass
