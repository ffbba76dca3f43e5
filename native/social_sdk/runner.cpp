#include "social_sdk/runner.h"

#include <chrono>
#include <system_error>
#include <utility>

namespace slashpass::social_sdk {
namespace {

/// The interval that the vendor recommends, about one frame.
constexpr std::chrono::milliseconds pump_interval{16};

}  // namespace

Runner& Runner::shared() {
  static auto* const runner = new Runner();
  return *runner;
}

Result<const Api*> Runner::load(const std::string& path) {
  const std::lock_guard lock(mutex_);
  if (api_ != nullptr) {
    if (path == path_) return static_cast<const Api*>(api_.get());
    return Error{"other_library", "this process already uses " + path_};
  }
  auto library = Library::open(path);
  if (!library) return library.error();
  auto api = std::make_unique<Api>();
  if (const auto resolved = api->resolve(library.value()); !resolved) return resolved.error();
  path_ = path;
  api_ = std::move(api);
  return static_cast<const Api*>(api_.get());
}

bool Runner::add_client() {
  const std::lock_guard starting(start_mutex_);
  if (!is_running()) {
    if (thread_.joinable()) thread_.join();
    try {
      thread_ = std::thread([this] { run(); });
    } catch (const std::system_error&) {
      return false;
    }
  }
  const std::lock_guard lock(mutex_);
  ++clients_;
  return true;
}

bool Runner::is_running() {
  const std::lock_guard lock(mutex_);
  return clients_ > 0;
}

void Runner::post(std::function<void()> task) {
  const std::lock_guard lock(mutex_);
  tasks_.push_back(std::move(task));
  wake_.notify_one();
}

void Runner::remove_client(std::function<void()> task) {
  const std::lock_guard lock(mutex_);
  is_ending_ = --clients_ == 0;
  tasks_.push_back(std::move(task));
  wake_.notify_one();
}

void Runner::join_if_idle() {
  const std::lock_guard starting(start_mutex_);
  if (!is_running() && thread_.joinable()) thread_.join();
}

void Runner::run() {
  thread_id_ = std::this_thread::get_id();
  const auto has_work = [this] { return !tasks_.empty() || is_ending_; };
  std::unique_lock lock(mutex_);
  while (!is_ending_ || !tasks_.empty()) {
    if (needed_ > 0) {
      wake_.wait_for(lock, pump_interval, has_work);
    } else {
      wake_.wait(lock, has_work);
    }
    const auto tasks = std::exchange(tasks_, {});
    lock.unlock();
    for (const auto& task : tasks) task();
    if (needed_ > 0) pump();
    lock.lock();
  }
  is_ending_ = false;
}

void Runner::wait_for(std::uint64_t number, Waiting waiting) {
  if (waiting.name == nullptr) keep_pumping(true);
  waiting_.emplace(number, waiting);
}

std::optional<Waiting> Runner::take(std::uint64_t number) {
  const auto found = waiting_.find(number);
  if (found == waiting_.end()) return std::nullopt;
  const Waiting waiting = found->second;
  if (waiting.name == nullptr) forget(number);
  return waiting;
}

void Runner::forget(std::uint64_t number) {
  const auto found = waiting_.find(number);
  if (found == waiting_.end()) return;
  if (found->second.name == nullptr) keep_pumping(false);
  waiting_.erase(found);
}

void Runner::forget_client(const Client* client) {
  for (auto each = waiting_.begin(); each != waiting_.end();) {
    const auto number = each->first;
    const bool is_own = each->second.client == client;
    ++each;
    if (is_own) forget(number);
  }
}

}  // namespace slashpass::social_sdk
