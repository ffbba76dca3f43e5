#pragma once

#include <string>
#include <string_view>

namespace slashpass {

// One message per connection: the bytes "SLP1", the URI's size as four bytes (little-endian), and the URI. The
// receiver replies with one byte, `hand_over_accepted`, or closes the connection without giving a reason.

inline constexpr char hand_over_accepted = 'A';

std::string hand_over_message(std::string_view uri);

/// Assembles a message from chunks of any size. Rejects invalid input as early as possible.
class HandOverReader {
 public:
  enum class State { incomplete, complete, refused };

  State feed(std::string_view bytes);

  /// Whether no byte has arrived yet. A sender may connect only to check whether the game is running.
  bool untouched() const { return received_.empty(); }

  /// Requires a complete message.
  std::string uri() const;

 private:
  std::string received_;
};

}  // namespace slashpass
