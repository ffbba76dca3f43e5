#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"

namespace slashpass {

/// The address at which a scheme's game listens. `directory` comes from `channel_directory`.
struct HandOverChannel {
  std::string scheme;
  std::string directory;
};

/// Callbacks that the listener calls on its own thread.
struct HandOverEvents {
  /// Called for each redirect from a process of the same user. Returns whether it was accepted.
  std::function<bool(std::string uri)> redirect;
  /// Called when a message was dropped because it was not a redirect or came from another user.
  std::function<void()> refused;
};

/// Receives a scheme's redirects in the running game, on its own thread. Only one can exist per scheme and user. The
/// destructor joins the thread and removes the socket.
class HandOverListener {
 public:
  virtual ~HandOverListener() = default;
};

/// Starts listening. Codes: `scheme_busy` if another of the player's games is listening for the same scheme;
/// `channel_unusable` if the channel directory is missing or not private.
Result<std::unique_ptr<HandOverListener>> listen_for_redirects(const HandOverChannel& channel, HandOverEvents events);

/// Sends `uri` from redirect-opener to the game. Codes: `not_running` if no game is listening; `foreign_listener` if
/// the listener belongs to another user; `not_taken` if the game rejected the URI or did not respond in time.
Status hand_over(const HandOverChannel& channel, const std::string& uri);

}  // namespace slashpass
