#pragma once

#include <string>
#include <string_view>

namespace slashpass {

// Each connection carries one message: the bytes "SLP1", the URI's size as four little-endian bytes, and the URI. The
// receiver replies with one byte, `hand_over_accepted`, or closes the connection without giving a reason.

inline constexpr char hand_over_accepted = 'A';

std::string hand_over_message(std::string_view uri);

/// Assembles a message from chunks of any size. Rejects invalid input as early as possible.
class HandOverReader {
 public:
  enum class State { incomplete, complete, refused };

  State feed(std::string_view bytes);

  /// True until the first byte arrives. A sender might connect just to check whether the game is running.
  bool untouched() const { return received_.empty(); }

  /// Requires a complete message.
  std::string uri() const;

 private:
  std::string received_;
};

}  // namespace slashpass
