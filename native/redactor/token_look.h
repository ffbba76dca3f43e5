#pragma once

#include <string_view>

namespace slashpass {

/// Classifies a value by its length and letters. The required certainty depends on the preceding text.

/// 12 characters or more with small letters and digits.
bool looks_random(std::string_view value);

/// No word and no name of a program: 12 characters or more with letters and several digits, or 16 and more whose kind
/// (small, capital, digit) changes all the time.
bool looks_secret(std::string_view value);

/// Not one lower-case word: enough behind `authorization:`.
bool looks_like_credentials(std::string_view value);

/// Base64 of `name:password` (RFC 7617 §2).
bool looks_like_basic_credentials(std::string_view value);

/// Long enough for a bot token of any age, and random.
bool looks_like_bot_token(std::string_view value);

}  // namespace slashpass
