#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "redactor/secret_form.h"
#include "redactor/span.h"

namespace slashpass {

/// Adds occurrences of `form` from `start`, escaped or not, and identifying prefixes at the end of a truncated line
/// or, if `is_final`, of the text. Returns the start of an occurrence that is cut off by the end of the text, or npos.
/// Runs in linear time.
std::size_t walk_form(SecretForm& form, std::string_view text, std::size_t start, bool is_final,
                      std::vector<Span>& found);

}  // namespace slashpass
