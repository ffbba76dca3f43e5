#include "core/log_queue.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace slashpass {

void LogQueue::push(Severity severity, std::string text) {
  if (size_ == capacity_ && !make_room(severity)) return;
  lines_of(severity).push_back({next_number_++, std::chrono::system_clock::now(), severity, std::move(text)});
  ++size_;
}

bool LogQueue::make_room(Severity severity) {
  ++dropped_;
  const auto lowest = std::find_if(lines_.begin(), lines_.end(), [](const auto& lines) { return !lines.empty(); });
  if (lowest == lines_.end() || lowest->front().severity > severity) return false;
  lowest->pop_front();
  --size_;
  return true;
}

std::size_t LogQueue::take_dropped() { return std::exchange(dropped_, 0); }

LogQueue::Lines LogQueue::take() {
  size_ = 0;
  return std::exchange(lines_, Lines{});
}

std::vector<LogLine> in_order(LogQueue::Lines lines) {
  std::vector<LogLine> all;
  for (auto& each : lines) std::move(each.begin(), each.end(), std::back_inserter(all));
  std::sort(all.begin(), all.end(), [](const LogLine& one, const LogLine& other) { return one.number < other.number; });
  return all;
}

}  // namespace slashpass
