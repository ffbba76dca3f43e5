#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "redactor/span.h"
#include "redactor/trigger_scan.h"

namespace slashpass {

/// Finds unregistered secrets by their context: `Bearer x`, `Bot x` and `Basic x`; values named `access_token`,
/// `code`, `authorization` and so on, in a query, a form, JSON, an array of headers or key=value text; bot tokens;
/// tokens in webhook and interaction URLs.
class TokenShapes {
 public:
  /// How many sets are used. They are numbered from 0.
  static constexpr unsigned trigger_sets = 4;

  static void add_triggers(TriggerScan& scan);

  explicit TokenShapes(std::string_view text) : text_(text) {}

  /// Must be called in the order of the text.
  void find(const Trigger& trigger, std::vector<Span>& found);

 private:
  std::size_t run_end(std::size_t begin);
  void find_after_scheme(std::size_t at, std::vector<Span>& found);
  void find_after_name(std::size_t at, std::vector<Span>& found);
  void find_header_value(std::size_t at, std::vector<Span>& found);
  void find_in_path(std::size_t at, std::vector<Span>& found);
  void find_bot_token(std::size_t dot, std::vector<Span>& found);

  std::string_view text_;
  // Cached to avoid reading characters twice.
  Span run_{0, 0};
  std::size_t masked_up_to_ = 0;
};

}  // namespace slashpass
