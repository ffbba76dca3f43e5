#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"

namespace slashpass {

/// Longer than any redirect from a browser (Windows limits them to about 2 KB), but short enough for a single read.
inline constexpr std::size_t max_uri_size = 32 * 1024;

/// Enough for a reversed domain name, but short enough for a Unix socket's address, which is limited to about 104
/// bytes.
inline constexpr std::size_t max_scheme_size = 80;

/// Windows treats a single letter as a drive.
inline constexpr std::size_t min_scheme_size = 2;

/// Checks a scheme. Codes: `invalid_scheme` unless it is a lower-case RFC 3986 §3.1 scheme (a slash or backslash could
/// refer to another file or registry key); `reserved_scheme` if it belongs to the system, the browser, a widely used
/// program or another application.
Status check_scheme(std::string_view scheme, std::string_view application);

/// Whether `uri` is exactly `<scheme>:/authorize/callback?...` and contains only RFC 3986 characters. Ignores the
/// scheme's case, because desktop environments pass it on as typed.
bool is_redirect(std::string_view uri, std::string_view scheme);

/// Whether `uri` is `<scheme>://...`, a request to launch the game. Never true for a redirect.
bool is_launch_url(std::string_view uri, std::string_view scheme);

/// Whether `text` is `<any scheme>:...` and contains only RFC 3986 characters.
bool is_any_url(std::string_view text);

}  // namespace slashpass
