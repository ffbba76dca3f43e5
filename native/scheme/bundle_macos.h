#pragma once

#include <string>

namespace slashpass {

// Launch Services functions for bundle identifiers. An empty identifier means that there is no bundle.

std::string main_bundle();

/// Whether the main bundle's Info.plist lists the scheme under CFBundleURLTypes.
bool main_bundle_declares(const std::string& scheme);

/// Returns the bundle that opens the scheme.
std::string scheme_bundle(const std::string& scheme);

/// Returns whether the bundle now opens the scheme.
bool set_scheme_bundle(const std::string& scheme, const std::string& bundle);

}  // namespace slashpass
