#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slashpass {

// mimeapps.list and mimeinfo.cache (freedesktop.org, "Association between MIME types and applications"). Edits change
// only the affected line.

/// Returns the desktop files for `type`, in order.
std::vector<std::string> listed_apps(std::string_view text, std::string_view section, std::string_view type);

/// Adds `app` before any existing defaults.
std::string with_default_app(std::string_view text, std::string_view type, std::string_view app);

/// Removes `app` from the defaults for `type`; reverses `with_default_app`.
std::string without_default_app(std::string_view text, std::string_view type, std::string_view app);

}  // namespace slashpass
