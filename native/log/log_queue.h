#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <string_view>

namespace slashpass {

/// A log line's severity, with the same numbers as in the client library.
enum class Severity : std::uint8_t { verbose = 1, info, warning, error };

struct LogLine {
  std::uint64_t number;
  std::chrono::system_clock::time_point time;
  Severity severity;
  std::string text;
};

/// Holds at most `capacity` lines. If it is full, a new line replaces the oldest line of the lowest severity. Buffers
/// are reused, because freeing memory that another thread allocated causes contention. Not thread-safe.
class LogQueue {
 public:
  using Lines = std::list<LogLine>;

  explicit LogQueue(std::size_t capacity) : capacity_(capacity) {}

  void push(Severity severity, std::string_view text);

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  /// Returns how many lines were dropped since the last call.
  std::size_t take_dropped();

  /// Removes all lines, grouped by severity. Takes constant time, because other threads wait for it.
  using BySeverity = std::array<Lines, 4>;
  BySeverity take();

  /// Returns line buffers for reuse. Takes constant time.
  void give_back(Lines&& lines);

 private:
  // Returns false if every queued line has a higher severity.
  bool make_room(Severity severity);
  Lines& lines_of(Severity severity) { return lines_[static_cast<std::size_t>(severity) - 1]; }

  std::size_t capacity_;
  std::size_t size_ = 0;
  std::size_t dropped_ = 0;
  std::uint64_t next_number_ = 0;
  BySeverity lines_;
  Lines spare_;
};

LogQueue::Lines in_order(LogQueue::BySeverity lines);

/// Frees the line buffers that exceed the number kept for reuse.
void trim(LogQueue::Lines& lines);

}  // namespace slashpass
