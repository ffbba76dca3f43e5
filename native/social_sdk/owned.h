#pragma once

#include <optional>

#include "social_sdk/api.h"
#include "social_sdk/values.h"

namespace slashpass::social_sdk {

/// Longer strings are treated as corrupt. They are neither read nor freed, because their address may be corrupt too.
constexpr std::size_t longest_text = 1024 * 1024;

/// Frees a string that the library wrote or passed to a callback. Such a string belongs to this program even after a
/// failure.
class OwnedText {
 public:
  explicit OwnedText(const Api& api, Text text = {}) : api_(api), text_(text) {}
  OwnedText(const OwnedText&) = delete;
  OwnedText& operator=(const OwnedText&) = delete;
  ~OwnedText() {
    if (text_.data != nullptr && text_.size <= longest_text) api_.free(text_.data);
  }

  /// For functions that write the string.
  Text* out() { return &text_; }

  /// Returns an empty optional if the string is corrupt.
  std::optional<SecretText> copy() const {
    if (text_.size > longest_text || (text_.data == nullptr && text_.size > 0)) return std::nullopt;
    if (text_.size == 0) return SecretText();
    return SecretText(reinterpret_cast<const char*>(text_.data), text_.size);
  }

 private:
  const Api& api_;
  Text text_;
};

/// Drops a handle exactly once.
class OwnedHandle {
 public:
  OwnedHandle(const Lifetime& init, const Lifetime& drop) : drop_(drop) { init(&handle_); }
  /// For functions that initialize the handle.
  explicit OwnedHandle(const Lifetime& drop) : drop_(drop) {}
  OwnedHandle(const OwnedHandle&) = delete;
  OwnedHandle& operator=(const OwnedHandle&) = delete;
  ~OwnedHandle() { drop_(&handle_); }

  Handle* get() { return &handle_; }

 private:
  const Lifetime& drop_;
  Handle handle_;
};

/// For arguments, which the library copies during the call.
inline Text borrowed(const SecretText& text) {
  return {reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data())), text.size()};
}

}  // namespace slashpass::social_sdk
