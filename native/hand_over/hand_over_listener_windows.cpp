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

// A pipe instance for one sender. `event` is signaled at the end of each operation.
struct Place {
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

void Place::await_sender() {
  reader = HandOverReader();
  state = State::connecting;
  operation = {};
  operation.hEvent = event.get();
  ResetEvent(event.get());
  // A sender has already connected.
  if (!ConnectNamedPipe(pipe.get(), &operation) && GetLastError() != ERROR_IO_PENDING) SetEvent(event.get());
}

void Place::read_more() {
  operation = {};
  operation.hEvent = event.get();
  ResetEvent(event.get());
  if (!ReadFile(pipe.get(), bytes, sizeof(bytes), nullptr, &operation) && GetLastError() != ERROR_IO_PENDING) {
    SetEvent(event.get());
  }
}

// One byte fits into the pipe's buffer.
void Place::answer() const {
  const Handle written(CreateEventW(nullptr, TRUE, FALSE, nullptr));
  OVERLAPPED writing{};
  writing.hEvent = written.get();
  DWORD count = 0;
  if (!WriteFile(pipe.get(), &hand_over_accepted, 1, nullptr, &writing)) CancelIoEx(pipe.get(), &writing);
  GetOverlappedResult(pipe.get(), &writing, &count, TRUE);
}

void Place::drop() {
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
  DWORD time_left() const;
  void advance(Place& place);
  void advance_message(Place& place);
  void take(Place& place);
  void refuse(Place& place);
  void next_sender(Place& place);
  void drop_late_senders();
  void keep_a_place_free();

  std::string scheme_;
  HandOverEvents events_;
  Handle stop_{CreateEventW(nullptr, TRUE, FALSE, nullptr)};
  std::vector<Place> places_{most_senders};
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
    return Error{"channel_unusable", "The system refuses to start another thread."};
  }
  return Done{};
}

Status WindowsListener::make_pipes() {
  const auto user = current_user();
  // Only for this user, and not from the network.
  const auto rules = L"D:P(D;;GA;;;NU)(A;;GA;;;" + user + L")";
  SECURITY_ATTRIBUTES security{sizeof(security), nullptr, FALSE};
  if (user.empty() || !ConvertStringSecurityDescriptorToSecurityDescriptorW(rules.c_str(), SDDL_REVISION_1,
                                                                            &security.lpSecurityDescriptor, nullptr)) {
    return Error{"channel_unusable", "The user of this process is not known."};
  }
  DWORD first = FILE_FLAG_FIRST_PIPE_INSTANCE;
  DWORD failure = ERROR_SUCCESS;
  for (auto& place : places_) {
    place.pipe = Handle(CreateNamedPipeW(pipe_name(scheme_).c_str(), PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED | first,
                                         PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS,
                                         static_cast<DWORD>(places_.size()), 512, sizeof(place.bytes), 0, &security));
    if (!place.pipe) failure = GetLastError();
    if (!place.pipe) break;
    first = 0;
  }
  LocalFree(security.lpSecurityDescriptor);
  if (failure == ERROR_SUCCESS) return Done{};
  if (first != 0) {
    return Error{"scheme_busy", "Another running game is waiting for redirects of the scheme \"" + scheme_ + "\"."};
  }
  return Error{"channel_unusable", "The pipe for the hand-over cannot be made."};
}

void WindowsListener::run() {
  std::vector<HANDLE> waited{stop_.get()};
  for (auto& place : places_) {
    waited.push_back(place.event.get());
    place.await_sender();
  }
  for (;;) {
    const auto woken = WaitForMultipleObjects(static_cast<DWORD>(waited.size()), waited.data(), FALSE, time_left());
    if (woken == WAIT_OBJECT_0 || woken == WAIT_FAILED) break;
    if (woken != WAIT_TIMEOUT) advance(places_[woken - WAIT_OBJECT_0 - 1]);
    drop_late_senders();
    keep_a_place_free();
  }
  for (auto& place : places_) place.drop();
}

DWORD WindowsListener::time_left() const {
  auto left = std::chrono::milliseconds::max();
  for (const auto& place : places_) {
    if (place.state == Place::State::connecting) continue;
    left = std::min(left, std::chrono::ceil<std::chrono::milliseconds>(place.deadline - Clock::now()));
  }
  if (left == std::chrono::milliseconds::max()) return INFINITE;
  return static_cast<DWORD>(std::max<long long>(left.count(), 0));
}

void WindowsListener::advance(Place& place) {
  if (place.state != Place::State::connecting) return advance_message(place);
  ULONG process = 0;
  if (!GetNamedPipeClientProcessId(place.pipe.get(), &process)) return next_sender(place);
  if (!is_same_user(process)) return refuse(place);
  place.state = Place::State::reading;
  place.deadline = Clock::now() + sender_patience;
  place.read_more();
}

void WindowsListener::advance_message(Place& place) {
  using State = HandOverReader::State;
  DWORD count = 0;
  const bool read = place.result(count);
  if (place.state == Place::State::answered) return next_sender(place);
  if (!read || count == 0) return place.reader.untouched() ? next_sender(place) : refuse(place);
  switch (place.reader.feed({place.bytes, count})) {
    case State::incomplete:
      return place.read_more();
    case State::complete:
      return take(place);
    case State::refused:
      return refuse(place);
  }
}

void WindowsListener::take(Place& place) {
  auto uri = place.reader.uri();
  if (!is_redirect(uri, scheme_)) return refuse(place);
  if (!events_.redirect(std::move(uri))) return next_sender(place);
  place.answer();
  // Disconnecting now would discard the response; the sender closes the pipe.
  place.state = Place::State::answered;
  place.read_more();
}

void WindowsListener::refuse(Place& place) {
  events_.refused();
  next_sender(place);
}

void WindowsListener::next_sender(Place& place) {
  place.drop();
  place.await_sender();
}

void WindowsListener::drop_late_senders() {
  for (auto& place : places_) {
    if (place.state == Place::State::connecting || Clock::now() < place.deadline) continue;
    if (place.state == Place::State::answered)
      next_sender(place);
    else
      refuse(place);
  }
}

// Silent senders must not block the real one.
void WindowsListener::keep_a_place_free() {
  const auto is_free = [](const Place& place) { return place.state == Place::State::connecting; };
  if (std::any_of(places_.begin(), places_.end(), is_free)) return;
  refuse(*std::min_element(places_.begin(), places_.end(),
                           [](const Place& a, const Place& b) { return a.deadline < b.deadline; }));
}

}  // namespace

// `channel` is unused, because pipes are addressed by name.
Result<std::unique_ptr<HandOverListener>> listen_for_redirects(const HandOverChannel& channel, HandOverEvents events) {
  auto listener = std::make_unique<WindowsListener>(channel.scheme, std::move(events));
  if (auto started = listener->start(); !started) return started.error();
  return std::unique_ptr<HandOverListener>(std::move(listener));
}

}  // namespace slashpass
