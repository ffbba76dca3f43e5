#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"

namespace slashpass {

/// Longer than any redirect that a browser passes on (Windows stops near 2 KB), short enough for one read.
inline constexpr std::size_t max_uri_size = 32 * 1024;

/// Long enough for a reversed domain name; the address of a Unix socket ends near 104 bytes.
inline constexpr std::size_t max_scheme_size = 80;

/// Windows takes one letter for a drive.
inline constexpr std::size_t min_scheme_size = 2;

/// Refuses what is not a lower-case scheme of RFC 3986 §3.1 (code `invalid_scheme`), and what belongs to the system,
/// the browser, a widespread program or another application (`reserved_scheme`). A backslash in a scheme would write to
/// another registry key, a slash to another file.
Status check_scheme(std::string_view scheme, std::string_view application);

/// Whether `uri` is exactly `<scheme>:/authorize/callback?...` made of the characters of RFC 3986. The scheme
/// compares without regard to case: desktops hand it on as it was typed.
bool is_redirect(std::string_view uri, std::string_view scheme);

/// Whether `uri` is `<scheme>://...`, which asks to launch the game. Never true for a redirect.
bool is_launch_url(std::string_view uri, std::string_view scheme);

/// Whether `text` is `<any scheme>:...` made of the characters of RFC 3986.
bool is_any_url(std::string_view text);

}  // namespace slashpass
