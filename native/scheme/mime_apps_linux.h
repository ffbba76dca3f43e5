#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slashpass {

// The text of mimeapps.list and mimeinfo.cache (freedesktop.org, "Association between MIME types and
// applications"). Edits touch one line; every other byte stays as it was.

/// The desktop files that `text` lists for `type` in `section`, in order.
std::vector<std::string> listed_apps(std::string_view text, std::string_view section, std::string_view type);

/// `text` with `app` as the first default for `type`; the defaults that were there follow it.
std::string with_default_app(std::string_view text, std::string_view type, std::string_view app);

/// Removes `app` as a default for `type`: reverses `with_default_app`.
std::string without_default_app(std::string_view text, std::string_view type, std::string_view app);

}  // namespace slashpass
