#include "log/log_queue.h"

#include <algorithm>
#include <utility>

namespace slashpass {
namespace {

// How many line buffers of each batch are kept for reuse. Together they take at most 4 MiB.
constexpr std::size_t most_spare = 4096;
constexpr std::size_t longest_spare = 1024;

}  // namespace

void LogQueue::push(Severity severity, std::string_view text) {
  if (size_ == capacity_ && !make_room(severity)) return;
  if (spare_.empty()) spare_.emplace_back();
  LogLine& line = spare_.front();
  line.number = next_number_++;
  line.time = std::chrono::system_clock::now();
  line.severity = severity;
  line.text = text;
  Lines& lines = lines_of(severity);
  lines.splice(lines.end(), spare_, spare_.begin());
  ++size_;
}

bool LogQueue::make_room(Severity severity) {
  ++dropped_;
  const auto lowest = std::find_if(lines_.begin(), lines_.end(), [](const auto& lines) { return !lines.empty(); });
  if (lowest == lines_.end() || lowest->front().severity > severity) return false;
  spare_.splice(spare_.begin(), *lowest, lowest->begin());
  --size_;
  return true;
}

std::size_t LogQueue::take_dropped() { return std::exchange(dropped_, 0); }

LogQueue::BySeverity LogQueue::take() {
  size_ = 0;
  return std::exchange(lines_, BySeverity{});
}

void LogQueue::give_back(Lines&& lines) { spare_.splice(spare_.end(), lines); }

LogQueue::Lines in_order(LogQueue::BySeverity lines) {
  LogQueue::Lines all;
  for (auto& each : lines) {
    all.merge(each, [](const LogLine& one, const LogLine& other) { return one.number < other.number; });
  }
  return all;
}

void trim(LogQueue::Lines& lines) {
  if (lines.size() > most_spare) lines.resize(most_spare);
  for (LogLine& line : lines) {
    if (line.text.capacity() > longest_spare) std::string().swap(line.text);
  }
}

}  // namespace slashpass
