#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "redactor/redactor.h"

namespace slashpass {

/// Masks a text that arrives in chunks. Returns whole lines, and parts of very long lines that cannot belong to a
/// secret. The redactor must outlive this object.
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
  // The returned part of `pending_`, which is still needed to interpret the rest.
  std::size_t given_out_ = 0;
  bool ends_masked_ = false;
  // The size of `pending_` when text was held back for a possible secret; 0 for an incomplete line.
  std::size_t held_ = 0;
};

}  // namespace slashpass
