#pragma once

#include <string>

namespace slashpass {

// Launch Services, with bundles as identifiers. An empty identifier means that there is no bundle.

/// The application bundle of this process.
std::string main_bundle();

/// Whether the Info.plist of this process's bundle lists the scheme under CFBundleURLTypes.
bool main_bundle_declares(const std::string& scheme);

/// The bundle that the system opens the scheme with.
std::string scheme_bundle(const std::string& scheme);

/// Makes the system open the scheme with the bundle.
bool set_scheme_bundle(const std::string& scheme, const std::string& bundle);

}  // namespace slashpass
