/// JSON, percent-encoding, and the random strings and SHA-256 of PKCE (RFC 7636).
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace stand_in {

/// Returns the text as a JSON string.
std::string quote(std::string_view text);
/// Returns the strings, numbers and literals of a JSON object by name. Ignores nesting and returns the first value of
/// each name.
std::map<std::string, std::string> parse_json(const std::string& text);
/// Percent-encodes everything except unreserved characters (RFC 3986 §2.3).
std::string encode(std::string_view text);
std::string decode(std::string_view text);
/// Returns 32 random bytes in base64url: 43 characters.
std::string random_text();
/// Returns the S256 challenge of a verifier (RFC 7636 §4.2).
std::string challenge_of(std::string_view verifier);

}  // namespace stand_in
