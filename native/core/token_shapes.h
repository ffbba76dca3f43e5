#pragma once

#include <string_view>
#include <vector>

#include "core/span.h"

namespace slashpass {

/// Adds the values that look like tokens by what stands before them: `Bearer x`, `Bot x`, and the OAuth parameters in
/// query, form, JSON and key=value text. The second net, for secrets that nobody registered.
void find_token_shapes(std::string_view text, std::vector<Span>& found);

}  // namespace slashpass
