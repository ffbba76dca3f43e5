#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slashpass {

/// The texts by which a secret can be recognised: plain, JSON-escaped, percent-encoded in either case, and base64 and
/// base64url at the three offsets it can have inside a longer text. Shorter than the secret only where its edges
/// depend on the neighbours.
std::vector<std::string> forms_of(std::string_view secret);

}  // namespace slashpass
