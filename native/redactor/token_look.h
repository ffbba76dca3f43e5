#pragma once

#include <string_view>

namespace slashpass {

/// Classifies values by length and characters. The context determines how much certainty is required.

/// At least 12 characters, including lower-case letters and digits.
bool looks_random(std::string_view value);

/// At least 12 characters, including letters and several digits, or at least 16 with frequent changes of character
/// class.
bool looks_secret(std::string_view value);

/// Not a single lower-case word.
bool looks_like_credentials(std::string_view value);

/// Base64 of `name:password` (RFC 7617 §2).
bool looks_like_basic_credentials(std::string_view value);

bool looks_like_bot_token(std::string_view value);

}  // namespace slashpass
