#pragma once

#include <string>
#include <utility>
#include <variant>

namespace slashpass {

/// A failure. The code is stable; the message is a sentence that contains no secrets.
struct Error {
  std::string code;
  std::string message;
};

/// A value or an error. Code below the binding returns errors instead of throwing exceptions.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() { return *std::get_if<0>(&state_); }
  const T& value() const { return *std::get_if<0>(&state_); }
  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

struct Done {};
using Status = Result<Done>;

}  // namespace slashpass
