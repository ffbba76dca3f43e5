#pragma once

#include <cstddef>

namespace slashpass {

/// A range of bytes. `end` is exclusive.
struct Span {
  std::size_t begin;
  std::size_t end;
};

}  // namespace slashpass
