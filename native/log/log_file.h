#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/open_file.h"
#include "base/result.h"
#include "log/log_queue.h"

namespace slashpass {

/// A log file. A separate thread writes to it, so callers never wait for the disk. Thread-safe.
class LogFile {
 public:
  static constexpr std::size_t default_capacity = 32768;

  /// Truncates the file and makes it private. Codes: those of `open_file`.
  static Result<std::unique_ptr<LogFile>> open(const std::filesystem::path& path,
                                               std::size_t capacity = default_capacity);

  /// `path` must be the path of `file`.
  LogFile(std::filesystem::path path, OpenFile file, std::size_t capacity);

  ~LogFile();
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  /// Queues a line and escapes its control characters. Has no effect after `close`.
  void write(Severity severity, std::string_view text);

  /// Returns why lines were lost, once per reason.
  std::optional<std::string> take_problem();

  /// Waits until all queued lines have been written or lost, but no longer than `timeout`.
  void flush(std::chrono::milliseconds timeout);

  /// Writes the queued lines, closes the file and stops the thread. May be called repeatedly and from any thread.
  void close();

 private:
  void run();
  void write_batch(const LogQueue::Lines& lines, std::size_t dropped);
  bool write_out(const std::string& text);
  void report(std::string problem);

  std::filesystem::path path_;
  OpenFile file_;
  std::atomic<bool> has_failed_ = false;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::condition_variable became_idle_;
  LogQueue queue_;
  std::optional<std::string> problem_;
  bool is_idle_ = true;
  bool is_closing_ = false;

  // Declared last, because the thread uses all other members.
  std::mutex joining_;
  std::thread thread_;
};

}  // namespace slashpass
