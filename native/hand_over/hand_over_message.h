#pragma once

#include <string>
#include <string_view>

namespace slashpass {

// One message per connection: "SLP1", the URI's size in four bytes (little-endian), the URI. The response is one byte,
// `hand_over_accepted`, or a close.

inline constexpr char hand_over_accepted = 'A';

std::string hand_over_message(std::string_view uri);

/// Assembles a message from pieces; refuses an invalid one as early as possible.
class HandOverReader {
 public:
  enum class State { incomplete, complete, refused };

  State feed(std::string_view bytes);

  /// True if the sender only checks that the game is running.
  bool untouched() const { return received_.empty(); }

  /// Requires a complete message.
  std::string uri() const;

 private:
  std::string received_;
};

}  // namespace slashpass
