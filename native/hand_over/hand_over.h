#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"

namespace slashpass {

/// The address of a game; `place` is the result of `channel_place`.
struct HandOverChannel {
  std::string scheme;
  std::string place;
};

/// Callbacks, called on the listener's thread.
struct HandOverEvents {
  /// A redirect from the same user; returns whether it was accepted.
  std::function<bool(std::string uri)> redirect;
  /// Another message, or one of another user, was dropped.
  std::function<void()> refused;
};

/// The running game's end of a channel, with its own thread. At most one per scheme and user. The destructor joins the
/// thread and removes the socket.
class HandOverListener {
 public:
  virtual ~HandOverListener() = default;
};

/// Starts to listen. Codes: `scheme_busy` if another game of the player listens for the scheme, `channel_unusable` if
/// the place is missing or not private.
Result<std::unique_ptr<HandOverListener>> listen_for_redirects(const HandOverChannel& channel, HandOverEvents events);

/// Sends `uri` to the game. Codes: `not_running` if no game listens, `foreign_listener` if the listener belongs to
/// another user, `not_taken` if it refused or did not respond in time.
Status hand_over(const HandOverChannel& channel, const std::string& uri);

}  // namespace slashpass
