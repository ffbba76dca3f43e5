#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <string_view>

namespace slashpass {

/// The severity of a log line, with the numbers of the client library.
enum class Severity : std::uint8_t { verbose = 1, info, warning, error };

struct LogLine {
  std::uint64_t number;
  std::chrono::system_clock::time_point time;
  Severity severity;
  std::string text;
};

/// The lines that wait for the disk, at most `capacity`. If the queue is full, a new line replaces the oldest line of
/// the lowest severity.
///
/// Line buffers are reused. Memory that is allocated by one thread and freed by another makes both contend for the
/// allocator, and logging must not block.
class LogQueue {
 public:
  using Lines = std::list<LogLine>;

  explicit LogQueue(std::size_t capacity) : capacity_(capacity) {}

  void push(Severity severity, std::string_view text);

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  /// How many lines were dropped since the last call.
  std::size_t take_dropped();

  /// Removes all lines, grouped by severity. Runs in constant time, because loggers wait for it.
  using BySeverity = std::array<Lines, 4>;
  BySeverity take();

  /// Returns line buffers for reuse. Runs in constant time.
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

/// The lines in the order in which they came.
LogQueue::Lines in_order(LogQueue::BySeverity lines);

/// Frees buffers above the amount that is kept for reuse.
void trim(LogQueue::Lines& lines);

}  // namespace slashpass
