#pragma once

#include <chrono>
#include <cstddef>

namespace slashpass {

/// A sender that has not finished its message by then is dropped.
inline constexpr std::chrono::milliseconds sender_patience{2000};
/// redirect-opener gives up then.
inline constexpr std::chrono::milliseconds opener_patience{5000};
/// Senders served at once; for one more, the oldest of them is dropped. Redirects come one at a time, but a loaded
/// machine may let many connect before any of them gets to send.
#ifdef _WIN32
// A thread of Windows waits for 64 handles at most.
inline constexpr std::size_t most_senders = 16;
#else
inline constexpr std::size_t most_senders = 128;
#endif

}  // namespace slashpass
