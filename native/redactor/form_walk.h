#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "redactor/secret_form.h"
#include "redactor/span.h"

namespace slashpass {

/// What became of a search that began where a form may begin.
struct WalkResult {
  /// A search for the same form need not begin before this.
  std::size_t resume;
  /// Where an occurrence may begin that the end of the text cuts off; npos when there is none.
  std::size_t open_at = std::string_view::npos;
};

/// Follows `form` through the text from `start`, with any of its characters escaped, and adds what it finds: whole
/// occurrences, telling prefixes at the end of a cut line, and at the end of the text when that `is_final`.
WalkResult walk_form(const SecretForm& form, std::string_view text, std::size_t start, bool is_final,
                     std::vector<Span>& found);

}  // namespace slashpass
