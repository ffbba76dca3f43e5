#include <windows.h>

#include <sddl.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <thread>
#include <vector>

#include "base/redirect_uri.h"
#include "hand_over/hand_over.h"
#include "hand_over/hand_over_limits.h"
#include "hand_over/hand_over_message.h"
#include "hand_over/pipe_windows.h"
#include "system/handle_windows.h"
#include "system/user_windows.h"

namespace slashpass {
namespace {

using Clock = std::chrono::steady_clock;

// A pipe instance, which serves one sender at a time. `event` is signaled when an operation completes.
struct PipeInstance {
  enum class State { connecting, reading, answered };

  Handle event{CreateEventW(nullptr, TRUE, FALSE, nullptr)};
  Handle pipe;
  OVERLAPPED operation{};
  State state = State::connecting;
  HandOverReader reader;
  Clock::time_point deadline;
  char bytes[4096];

  void await_sender();
  void read_more();
  void answer() const;
  void drop();
  bool result(DWORD& count) { return GetOverlappedResult(pipe.get(), &operation, &count, FALSE) != 0; }
};

void PipeInstance::await_sender() {
  reader = HandOverReader();
  state = State::connecting;
  operation = {};
  operation.hEvent = event.get();
  ResetEvent(event.get());
  // A sender may have connected already.
  if (!ConnectNamedPipe(pipe.get(), &operation) && GetLastError() != ERROR_IO_PENDING) SetEvent(event.get());
}

void PipeInstance::read_more() {
  operation = {};
  operation.hEvent = event.get();
  ResetEvent(event.get());
  if (!ReadFile(pipe.get(), bytes, sizeof(bytes), nullptr, &operation) && GetLastError() != ERROR_IO_PENDING) {
    SetEvent(event.get());
  }
}

// Cannot block, because the pipe's buffer has room for one byte.
void PipeInstance::answer() const {
  const Handle written(CreateEventW(nullptr, TRUE, FALSE, nullptr));
  OVERLAPPED writing{};
  writing.hEvent = written.get();
  DWORD count = 0;
  if (!WriteFile(pipe.get(), &hand_over_accepted, 1, nullptr, &writing)) CancelIoEx(pipe.get(), &writing);
  GetOverlappedResult(pipe.get(), &writing, &count, TRUE);
}

void PipeInstance::drop() {
  DWORD count = 0;
  CancelIoEx(pipe.get(), &operation);
  GetOverlappedResult(pipe.get(), &operation, &count, TRUE);
  DisconnectNamedPipe(pipe.get());
}

class WindowsListener final : public HandOverListener {
 public:
  WindowsListener(std::string scheme, HandOverEvents events) : scheme_(std::move(scheme)), events_(std::move(events)) {}
  ~WindowsListener() override;

  Status start();

 private:
  Status make_pipes();
  void run();
  DWORD remaining_time() const;
  void advance(PipeInstance& instance);
  void advance_message(PipeInstance& instance);
  void take(PipeInstance& instance);
  void refuse(PipeInstance& instance);
  void next_sender(PipeInstance& instance);
  void drop_late_senders();
  void free_an_instance();

  std::string scheme_;
  HandOverEvents events_;
  Handle stop_{CreateEventW(nullptr, TRUE, FALSE, nullptr)};
  std::vector<PipeInstance> instances_{most_senders};
  std::thread thread_;
};

WindowsListener::~WindowsListener() {
  SetEvent(stop_.get());
  if (thread_.joinable()) thread_.join();
}

Status WindowsListener::start() {
  if (auto made = make_pipes(); !made) return made;
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    return Error{"channel_unusable", "The system cannot start another thread."};
  }
  return Done{};
}

Status WindowsListener::make_pipes() {
  const auto user = current_user();
  // Grants access to this user only, and denies it over the network.
  const auto rules = L"D:P(D;;GA;;;NU)(A;;GA;;;" + user + L")";
  SECURITY_ATTRIBUTES security{sizeof(security), nullptr, FALSE};
  if (user.empty() || !ConvertStringSecurityDescriptorToSecurityDescriptorW(rules.c_str(), SDDL_REVISION_1,
                                                                            &security.lpSecurityDescriptor, nullptr)) {
    return Error{"channel_unusable", "This process's user is unknown."};
  }
  DWORD first = FILE_FLAG_FIRST_PIPE_INSTANCE;
  DWORD failure = ERROR_SUCCESS;
  for (auto& instance : instances_) {
    instance.pipe =
        Handle(CreateNamedPipeW(pipe_name(scheme_).c_str(), PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED | first,
                                PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS,
                                static_cast<DWORD>(instances_.size()), 512, sizeof(instance.bytes), 0, &security));
    if (!instance.pipe) failure = GetLastError();
    if (!instance.pipe) break;
    first = 0;
  }
  LocalFree(security.lpSecurityDescriptor);
  if (failure == ERROR_SUCCESS) return Done{};
  if (first != 0) {
    return Error{"scheme_busy", "Another running game is waiting for redirects with the scheme \"" + scheme_ + "\"."};
  }
  return Error{"channel_unusable", "The hand-over pipe cannot be created."};
}

void WindowsListener::run() {
  std::vector<HANDLE> waited{stop_.get()};
  for (auto& instance : instances_) {
    waited.push_back(instance.event.get());
    instance.await_sender();
  }
  for (;;) {
    const auto woken =
        WaitForMultipleObjects(static_cast<DWORD>(waited.size()), waited.data(), FALSE, remaining_time());
    if (woken == WAIT_OBJECT_0 || woken == WAIT_FAILED) break;
    if (woken != WAIT_TIMEOUT) advance(instances_[woken - WAIT_OBJECT_0 - 1]);
    drop_late_senders();
    free_an_instance();
  }
  for (auto& instance : instances_) instance.drop();
}

DWORD WindowsListener::remaining_time() const {
  auto remaining = std::chrono::milliseconds::max();
  for (const auto& instance : instances_) {
    if (instance.state == PipeInstance::State::connecting) continue;
    remaining = std::min(remaining, std::chrono::ceil<std::chrono::milliseconds>(instance.deadline - Clock::now()));
  }
  if (remaining == std::chrono::milliseconds::max()) return INFINITE;
  return static_cast<DWORD>(std::max<long long>(remaining.count(), 0));
}

void WindowsListener::advance(PipeInstance& instance) {
  if (instance.state != PipeInstance::State::connecting) return advance_message(instance);
  ULONG process = 0;
  if (!GetNamedPipeClientProcessId(instance.pipe.get(), &process)) return next_sender(instance);
  if (!is_same_user(process)) return refuse(instance);
  instance.state = PipeInstance::State::reading;
  instance.deadline = Clock::now() + sender_timeout;
  instance.read_more();
}

void WindowsListener::advance_message(PipeInstance& instance) {
  using State = HandOverReader::State;
  DWORD count = 0;
  const bool read = instance.result(count);
  if (instance.state == PipeInstance::State::answered) return next_sender(instance);
  if (!read || count == 0) return instance.reader.untouched() ? next_sender(instance) : refuse(instance);
  switch (instance.reader.feed({instance.bytes, count})) {
    case State::incomplete:
      return instance.read_more();
    case State::complete:
      return take(instance);
    case State::refused:
      return refuse(instance);
  }
}

void WindowsListener::take(PipeInstance& instance) {
  auto uri = instance.reader.uri();
  if (!is_redirect(uri, scheme_)) return refuse(instance);
  if (!events_.redirect(std::move(uri))) return next_sender(instance);
  instance.answer();
  // Disconnecting now would discard the response, so the sender closes the pipe.
  instance.state = PipeInstance::State::answered;
  instance.read_more();
}

void WindowsListener::refuse(PipeInstance& instance) {
  events_.refused();
  next_sender(instance);
}

void WindowsListener::next_sender(PipeInstance& instance) {
  instance.drop();
  instance.await_sender();
}

void WindowsListener::drop_late_senders() {
  for (auto& instance : instances_) {
    if (instance.state == PipeInstance::State::connecting || Clock::now() < instance.deadline) continue;
    if (instance.state == PipeInstance::State::answered)
      next_sender(instance);
    else
      refuse(instance);
  }
}

// Drops the oldest sender if all instances are busy, because silent senders must not block the real one.
void WindowsListener::free_an_instance() {
  const auto is_free = [](const PipeInstance& instance) { return instance.state == PipeInstance::State::connecting; };
  if (std::any_of(instances_.begin(), instances_.end(), is_free)) return;
  refuse(*std::min_element(instances_.begin(), instances_.end(),
                           [](const PipeInstance& a, const PipeInstance& b) { return a.deadline < b.deadline; }));
}

}  // namespace

// `channel` is unused, because pipes are addressed by name.
Result<std::unique_ptr<HandOverListener>> listen_for_redirects(const HandOverChannel& channel, HandOverEvents events) {
  auto listener = std::make_unique<WindowsListener>(channel.scheme, std::move(events));
  if (auto started = listener->start(); !started) return started.error();
  return std::unique_ptr<HandOverListener>(std::move(listener));
}

}  // namespace slashpass
