#pragma once

#include <string_view>

namespace slashpass {

/// Classifies values by their length and characters. How certain the result must be depends on the context.

/// Whether the value has at least 12 characters, including lower-case letters and digits.
bool looks_random(std::string_view value);

/// Whether the value has at least 12 characters, including letters and several digits, or at least 16 with frequent
/// changes between character classes.
bool looks_secret(std::string_view value);

/// True unless the value is a single lower-case word.
bool looks_like_credentials(std::string_view value);

/// True for `name:password` in base64 (RFC 7617 §2).
bool looks_like_basic_credentials(std::string_view value);

bool looks_like_bot_token(std::string_view value);

}  // namespace slashpass
