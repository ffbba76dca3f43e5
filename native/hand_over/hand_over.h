#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"

namespace slashpass {

/// How the game of one scheme is reached: `place` is what `channel_place` gave it.
struct HandOverChannel {
  std::string scheme;
  std::string place;
};

/// What happens on the channel. Called on the channel's own thread.
struct HandOverEvents {
  /// A redirect arrived from a process of the same user; returns whether someone took it.
  std::function<bool(std::string uri)> redirect;
  /// Something else arrived, or it came from somebody else, and was dropped.
  std::function<void()> refused;
};

/// The running game's end of the channel of one scheme, on a thread of its own. At most one per scheme and user.
/// Destroying it joins the thread and leaves nothing behind.
class HandOverListener {
 public:
  virtual ~HandOverListener() = default;
};

/// Starts to listen. Codes: `scheme_busy` when another game of the player listens for the same scheme,
/// `channel_unusable` when the place of the channel is missing or not private.
Result<std::unique_ptr<HandOverListener>> listen_for_redirects(const HandOverChannel& channel, HandOverEvents events);

/// redirect-opener's end: gives `uri` to the game. Codes: `not_running` when nobody listens, `foreign_listener`
/// when the listener is not a process of the same user, `not_taken` when it refused or did not answer in time.
Status hand_over(const HandOverChannel& channel, const std::string& uri);

}  // namespace slashpass
