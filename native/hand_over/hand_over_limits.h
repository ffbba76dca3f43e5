#pragma once

#include <chrono>
#include <cstddef>

namespace slashpass {

/// How long a sender may take to send a complete message.
inline constexpr std::chrono::milliseconds sender_timeout{2000};
/// How long redirect-opener waits for the game.
inline constexpr std::chrono::milliseconds opener_timeout{5000};
/// How many senders are served at once. If another one connects, the oldest is dropped. On a busy machine, many may
/// connect before the first one sends.
#ifdef _WIN32
// A Windows thread can wait for at most 64 handles.
inline constexpr std::size_t most_senders = 16;
#else
inline constexpr std::size_t most_senders = 128;
#endif

}  // namespace slashpass
