#pragma once

#include <chrono>
#include <cstddef>

namespace slashpass {

/// Timeout for a sender's complete message.
inline constexpr std::chrono::milliseconds sender_patience{2000};
/// Total timeout of redirect-opener.
inline constexpr std::chrono::milliseconds opener_patience{5000};
/// One more sender drops the oldest. Many may connect before the first one sends.
#ifdef _WIN32
// A thread can wait for at most 64 handles.
inline constexpr std::size_t most_senders = 16;
#else
inline constexpr std::size_t most_senders = 128;
#endif

}  // namespace slashpass
