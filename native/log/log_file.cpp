#include "log/log_file.h"

#include <array>
#include <cstdio>
#include <ctime>
#include <utility>

namespace slashpass {
namespace {

// Lines that are queued within this time are written together.
constexpr std::chrono::milliseconds gathering{10};
// A larger buffer would be mapped and unmapped for every write, which stalls all threads.
constexpr std::size_t piece = 64 * 1024;

std::string time_text(std::chrono::system_clock::time_point time) {
  const auto since_epoch = std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
  const std::time_t seconds = static_cast<std::time_t>(since_epoch / 1000);
  std::tm parts{};
#ifdef _WIN32
  gmtime_s(&parts, &seconds);
#else
  gmtime_r(&seconds, &parts);
#endif
  std::array<char, 32> text{};
  const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::array<char, 8> fraction{};
  std::snprintf(fraction.data(), fraction.size(), ".%03dZ", static_cast<int>(since_epoch % 1000));
  return std::string(text.data(), size) + fraction.data();
}

std::string_view name_of(Severity severity) {
  constexpr std::array<std::string_view, 4> names{"verbose", "info", "warning", "error"};
  return names[static_cast<std::size_t>(severity) - 1];
}

// Recognizes U+0080 to U+009F, which some terminals interpret as control characters.
bool is_long_control(std::string_view text, std::size_t at) {
  if (text[at] != '\xC2' || at + 1 == text.size()) return false;
  const auto second = static_cast<unsigned char>(text[at + 1]);
  return second >= 0x80 && second < 0xA0;
}

// Escapes line breaks and terminal control sequences.
void append_escaped(std::string& out, std::string_view text) {
  for (std::size_t index = 0; index < text.size(); ++index) {
    const bool is_long = is_long_control(text, index);
    if (is_long) ++index;
    const char letter = text[index];
    const auto byte = static_cast<unsigned char>(letter);
    if (!is_long && byte >= 0x20 && byte != 0x7F) {
      out += letter;
    } else if (letter == '\n') {
      out += "\\n";
    } else if (letter == '\r') {
      out += "\\r";
    } else if (letter == '\t') {
      out += '\t';
    } else {
      out.append("\\x").append(1, "0123456789abcdef"[byte >> 4]).append(1, "0123456789abcdef"[byte & 15]);
    }
  }
}

void append_line(std::string& out, std::chrono::system_clock::time_point time, Severity severity,
                 std::string_view text) {
  out.append(time_text(time)).append(1, ' ').append(name_of(severity)).append(1, ' ');
  append_escaped(out, text);
  out += '\n';
}

}  // namespace

Result<std::unique_ptr<LogFile>> LogFile::open(const std::filesystem::path& path, std::size_t capacity) {
  auto file = open_file(path, Opening::empty);
  if (!file) return file.error();
  return std::make_unique<LogFile>(path, std::move(file.value()), capacity);
}

LogFile::LogFile(std::filesystem::path path, OpenFile file, std::size_t capacity)
    : path_(std::move(path)), file_(std::move(file)), queue_(capacity), thread_([this] { run(); }) {}

LogFile::~LogFile() { close(); }

void LogFile::write(Severity severity, std::string_view text) {
  bool was_idle = false;
  {
    const std::lock_guard lock(mutex_);
    if (is_closing_) return;
    queue_.push(severity, text);
    was_idle = std::exchange(is_idle_, false);
  }
  if (was_idle) changed_.notify_one();
}

std::optional<std::string> LogFile::take_problem() {
  if (!has_failed_) return std::nullopt;
  const std::lock_guard lock(mutex_);
  return std::exchange(problem_, std::nullopt);
}

void LogFile::flush(std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  became_idle_.wait_for(lock, timeout, [this] { return is_idle_; });
}

void LogFile::close() {
  {
    const std::lock_guard lock(mutex_);
    is_closing_ = true;
  }
  changed_.notify_one();
  const std::lock_guard lock(joining_);
  if (thread_.joinable()) thread_.join();
}

void LogFile::run() {
  std::unique_lock lock(mutex_);
  for (bool is_last = false;;) {
    is_idle_ = queue_.empty();
    if (is_idle_) became_idle_.notify_all();
    if (is_last) break;
    changed_.wait(lock, [this] { return is_closing_ || !queue_.empty(); });
    changed_.wait_for(lock, gathering, [this] { return is_closing_; });
    is_last = is_closing_;
    LogQueue::BySeverity taken = queue_.take();
    const std::size_t dropped = queue_.take_dropped();
    lock.unlock();
    LogQueue::Lines lines = in_order(std::move(taken));
    write_batch(lines, dropped);
    trim(lines);
    lock.lock();
    queue_.give_back(std::move(lines));
  }
  lock.unlock();
  // The object itself lives until it is garbage-collected, and Windows cannot remove a directory that contains an open
  // file.
  file_.reset();
}

void LogFile::write_batch(const LogQueue::Lines& lines, std::size_t dropped) {
  if (has_failed_) return;
  std::error_code error;
  if (!std::filesystem::exists(path_, error)) return report("The log file was removed; logging has stopped.");
  std::string out;
  if (dropped > 0) {
    append_line(out, std::chrono::system_clock::now(), Severity::warning,
                "[log] " + std::to_string(dropped) + " lines were dropped: they came faster than the disk takes them");
  }
  for (const LogLine& line : lines) {
    append_line(out, line.time, line.severity, line.text);
    if (out.size() < piece) continue;
    if (!write_out(out)) return;
    out.clear();
  }
  write_out(out);
}

bool LogFile::write_out(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size() && std::fflush(file_.get()) == 0) {
    return true;
  }
  report("The log file cannot be written, perhaps because the disk is full; logging has stopped.");
  return false;
}

void LogFile::report(std::string problem) {
  const std::lock_guard lock(mutex_);
  problem_ = std::move(problem);
  has_failed_ = true;
}

}  // namespace slashpass
