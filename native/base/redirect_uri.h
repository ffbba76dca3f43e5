#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"

namespace slashpass {

/// Longer than browsers' redirects (Windows stops near 2 KB), short enough for one read.
inline constexpr std::size_t max_uri_size = 32 * 1024;

/// Enough for a reversed domain name. The address of a Unix socket has at most about 104 bytes.
inline constexpr std::size_t max_scheme_size = 80;

/// Windows parses a single letter as a drive.
inline constexpr std::size_t min_scheme_size = 2;

/// Checks a scheme. Codes: `invalid_scheme` unless it is a lower-case scheme of RFC 3986 §3.1 (a backslash or slash
/// could address another registry key or file), `reserved_scheme` if it belongs to the system, the browser, a
/// widespread program or another application.
Status check_scheme(std::string_view scheme, std::string_view application);

/// Returns whether `uri` is exactly `<scheme>:/authorize/callback?...` in characters of RFC 3986. The scheme is
/// compared case-insensitively, because desktops pass it on as typed.
bool is_redirect(std::string_view uri, std::string_view scheme);

/// Returns whether `uri` is `<scheme>://...`, a request to launch the game. Never true for a redirect.
bool is_launch_url(std::string_view uri, std::string_view scheme);

/// Returns whether `text` is `<any scheme>:...` in characters of RFC 3986.
bool is_any_url(std::string_view text);

}  // namespace slashpass
