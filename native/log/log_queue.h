#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <string_view>

namespace slashpass {

/// How much a log line matters; the numbers are those of the client library.
enum class Severity : std::uint8_t { verbose = 1, info, warning, error };

struct LogLine {
  std::uint64_t number;
  std::chrono::system_clock::time_point time;
  Severity severity;
  std::string text;
};

/// The lines that wait for the disk: no more than `capacity`. A line that comes when it is full takes the place of the
/// oldest one of the lowest severity.
///
/// Lines are used again: memory that one thread takes and another frees makes the two wait for each other's allocator,
/// and who logs must never wait.
class LogQueue {
 public:
  using Lines = std::list<LogLine>;

  explicit LogQueue(std::size_t capacity) : capacity_(capacity) {}

  void push(Severity severity, std::string_view text);

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  /// How many lines were dropped since the last call.
  std::size_t take_dropped();

  /// All lines, by severity. Takes no time, so that nobody waits for who takes.
  using BySeverity = std::array<Lines, 4>;
  BySeverity take();

  /// Takes back, for later lines, what was taken. Takes no time.
  void give_back(Lines&& lines);

 private:
  // False when every line matters more than one of this severity.
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

/// Frees what is too much to keep for later lines.
void trim(LogQueue::Lines& lines);

}  // namespace slashpass
