#pragma once

#include <cstddef>

namespace slashpass {

/// A part of a text that must not be shown: from `begin` up to `end`, in bytes.
struct Span {
  std::size_t begin;
  std::size_t end;
};

}  // namespace slashpass
