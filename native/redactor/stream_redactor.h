#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "redactor/redactor.h"

namespace slashpass {

/// Masks a text that comes in pieces. Gives out whole lines, and of a very long line what can no longer be part of a
/// secret. The redactor must outlive it.
class StreamRedactor {
 public:
  explicit StreamRedactor(Redactor& redactor) : redactor_(redactor) {}

  /// What can be given out after this piece.
  std::string push(std::string_view piece);

  /// The rest; afterwards a new text may begin.
  std::string finish();

 private:
  static std::size_t before_crossing(const Redactor::Findings& findings, std::size_t end);
  std::string give_out(const Redactor::Findings& findings, std::size_t end);
  void forget(const Redactor::Findings& findings);

  Redactor& redactor_;
  std::string pending_;
  // The beginning of `pending_` that was given out: still needed to know what the rest means.
  std::size_t given_out_ = 0;
  bool ends_masked_ = false;
  // How much the last look left because it may begin a secret; 0 when it was merely not a whole line.
  std::size_t held_ = 0;
};

}  // namespace slashpass
