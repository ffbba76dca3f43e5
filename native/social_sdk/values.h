#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "system/wiped_vector.h"

namespace slashpass::social_sdk {

/// May contain tokens.
using SecretText = std::basic_string<char, std::char_traits<char>, WipingAllocator<char>>;

/// A value from or for JavaScript. Empty means `undefined`.
using Value = std::variant<std::monostate, bool, double, std::uint64_t, SecretText>;
using Values = std::vector<Value>;

/// Why an operation failed: the fields of `ClientResult`, or `reason` if there is none.
struct Failure {
  const char* reason = nullptr;
  std::int32_t type = 0;
  SecretText message{};
  std::int32_t error_code = 0;
  std::int32_t status = 0;
  bool is_retryable = false;
  double retry_after = 0;
  SecretText body{};
};

/// An operation's result, or the event that `name` identifies.
struct Event {
  std::uint64_t operation = 0;
  const char* name = nullptr;
  std::optional<Failure> failure = std::nullopt;
  Values values{};
};

/// Called on the library's thread.
using Sink = std::function<void(Event)>;

}  // namespace slashpass::social_sdk
