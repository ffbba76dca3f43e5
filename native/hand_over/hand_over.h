#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"

namespace slashpass {

/// The address of the game that handles a scheme; `directory` is the result of `channel_directory`.
struct HandOverChannel {
  std::string scheme;
  std::string directory;
};

/// The listener's callbacks, called on its own thread.
struct HandOverEvents {
  /// A redirect arrived from a process of the same user; returns whether it was accepted.
  std::function<bool(std::string uri)> redirect;
  /// Called after a message was dropped because it is not a redirect or its sender is another user.
  std::function<void()> refused;
};

/// The running game's end of a scheme's channel; has its own thread. At most one exists per scheme and user. The
/// destructor joins the thread and removes the socket.
class HandOverListener {
 public:
  virtual ~HandOverListener() = default;
};

/// Starts listening. Codes: `scheme_busy` if another of the player's games listens for the same scheme,
/// `channel_unusable` if the channel directory is missing or not private.
Result<std::unique_ptr<HandOverListener>> listen_for_redirects(const HandOverChannel& channel, HandOverEvents events);

/// Sends `uri` from redirect-opener to the game. Codes: `not_running` if no game listens, `foreign_listener` if the
/// listener belongs to another user, `not_taken` if the game refused the URI or did not respond in time.
Status hand_over(const HandOverChannel& channel, const std::string& uri);

}  // namespace slashpass
