#pragma once

#include <string>
#include <string_view>

namespace slashpass {

// One message per connection: the bytes "SLP1", the size of the URI as four bytes (little-endian), the URI.
// The receiver answers one byte, `hand_over_accepted`, or closes: a bad sender learns nothing else.

inline constexpr char hand_over_accepted = 'A';

/// The message that carries `uri`.
std::string hand_over_message(std::string_view uri);

/// Puts a message together from whatever pieces arrive; refuses as early as the bytes allow.
class HandOverReader {
 public:
  enum class State { incomplete, complete, refused };

  State feed(std::string_view bytes);

  /// Whether nothing has arrived yet: someone looked whether we are alive.
  bool untouched() const { return received_.empty(); }

  /// The URI of a complete message.
  std::string uri() const;

 private:
  std::string received_;
};

}  // namespace slashpass
