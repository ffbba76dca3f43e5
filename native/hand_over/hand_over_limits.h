#pragma once

#include <chrono>
#include <cstddef>

namespace slashpass {

/// How long a sender may take to send its complete message.
inline constexpr std::chrono::milliseconds sender_timeout{2000};
/// Timeout of redirect-opener.
inline constexpr std::chrono::milliseconds opener_timeout{5000};
/// How many senders are served at once; one more drops the oldest. On a loaded machine, many may connect before the
/// first one sends.
#ifdef _WIN32
// A Windows thread can wait for at most 64 handles.
inline constexpr std::size_t most_senders = 16;
#else
inline constexpr std::size_t most_senders = 128;
#endif

}  // namespace slashpass
