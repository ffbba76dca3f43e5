#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "redactor/secret_form.h"
#include "redactor/span.h"

namespace slashpass {

/// Adds occurrences of `form` at `start`, escaped or not. Also adds identifying prefixes at the end of a truncated
/// line or, if `is_final`, of the text. Returns the start of an occurrence that the end of the text cuts off, or npos.
/// Takes linear time.
std::size_t walk_form(SecretForm& form, std::string_view text, std::size_t start, bool is_final,
                      std::vector<Span>& found);

}  // namespace slashpass
