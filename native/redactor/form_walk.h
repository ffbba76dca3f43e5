#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "redactor/secret_form.h"
#include "redactor/span.h"

namespace slashpass {

/// Follows `form` through the text from `start`, with any of its characters escaped, and adds what it finds: whole
/// occurrences, telling prefixes at the end of a cut line, and at the end of the text when that `is_final`. What was
/// read for a spelling is not read for it again: no text makes it read more than a constant number of times.
/// Returns where an occurrence may begin that the end of the text cuts off; npos when there is none.
std::size_t walk_form(SecretForm& form, std::string_view text, std::size_t start, bool is_final,
                      std::vector<Span>& found);

}  // namespace slashpass
