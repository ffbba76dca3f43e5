#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "redactor/redactor.h"

namespace slashpass {

/// Masks text that arrives in chunks. Returns whole lines. If a line is very long, returns parts that cannot belong
/// to a secret. The redactor must outlive this object.
class StreamRedactor {
 public:
  explicit StreamRedactor(Redactor& redactor) : redactor_(redactor) {}

  /// Adds a chunk and returns the text that is complete so far.
  std::string push(std::string_view piece);

  /// Returns the rest and resets the stream.
  std::string finish();

 private:
  static std::size_t before_crossing(const Redactor::Findings& findings, std::size_t end);
  std::string give_out(const Redactor::Findings& findings, std::size_t end);
  void forget(const Redactor::Findings& findings);

  Redactor& redactor_;
  std::string pending_;
  // How much of `pending_` has been returned but is still needed as context.
  std::size_t given_out_ = 0;
  bool ends_masked_ = false;
  // The size of `pending_` when text was held back because of a possible secret; 0 if it was only an incomplete line.
  std::size_t held_ = 0;
};

}  // namespace slashpass
