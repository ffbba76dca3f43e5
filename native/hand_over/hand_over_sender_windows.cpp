#include <windows.h>

#include <algorithm>
#include <chrono>

#include "hand_over/hand_over.h"
#include "hand_over/hand_over_limits.h"
#include "hand_over/hand_over_message.h"
#include "hand_over/pipe_windows.h"
#include "system/handle_windows.h"
#include "system/user_windows.h"

namespace slashpass {
namespace {

using Clock = std::chrono::steady_clock;

const Error not_running{"not_running", "The game waiting for this redirect is not running."};
const Error not_taken{"not_taken", "The game did not accept the redirect."};

DWORD remaining_until(Clock::time_point deadline) {
  const auto remaining = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<DWORD>(std::max<long long>(remaining, 1));
}

// Lets the listener identify this process but not impersonate it.
Handle connect_to(const std::wstring& name, Clock::time_point deadline) {
  for (;;) {
    Handle pipe(CreateFileW(name.c_str(), GENERIC_READ | GENERIC_WRITE, 0, nullptr, OPEN_EXISTING,
                            FILE_FLAG_OVERLAPPED | SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION, nullptr));
    if (pipe || GetLastError() != ERROR_PIPE_BUSY || Clock::now() > deadline) return pipe;
    WaitNamedPipeW(name.c_str(), remaining_until(deadline));
  }
}

// Returns how many bytes were transferred, or 0 on failure.
DWORD moved(const Handle& pipe, OVERLAPPED& operation, BOOL begun, Clock::time_point deadline) {
  if (!begun && GetLastError() != ERROR_IO_PENDING) return 0;
  if (WaitForSingleObject(operation.hEvent, remaining_until(deadline)) != WAIT_OBJECT_0)
    CancelIoEx(pipe.get(), &operation);
  DWORD count = 0;
  return GetOverlappedResult(pipe.get(), &operation, &count, TRUE) ? count : 0;
}

bool is_delivered(const Handle& pipe, const std::string& message, Clock::time_point deadline) {
  const Handle event(CreateEventW(nullptr, TRUE, FALSE, nullptr));
  const auto size = static_cast<DWORD>(message.size());
  OVERLAPPED writing{};
  writing.hEvent = event.get();
  if (moved(pipe, writing, WriteFile(pipe.get(), message.data(), size, nullptr, &writing), deadline) != size) {
    return false;
  }
  OVERLAPPED reading{};
  reading.hEvent = event.get();
  char answer = 0;
  return moved(pipe, reading, ReadFile(pipe.get(), &answer, 1, nullptr, &reading), deadline) == 1 &&
         answer == hand_over_accepted;
}

}  // namespace

Status hand_over(const HandOverChannel& channel, const std::string& uri) {
  const auto deadline = Clock::now() + opener_timeout;
  const auto pipe = connect_to(pipe_name(channel.scheme), deadline);
  if (!pipe) return GetLastError() == ERROR_FILE_NOT_FOUND ? not_running : not_taken;
  ULONG process = 0;
  if (!GetNamedPipeServerProcessId(pipe.get(), &process) || !is_same_user(process)) {
    return Error{"foreign_listener", "The process waiting for this redirect belongs to another user."};
  }
  if (!is_delivered(pipe, hand_over_message(uri), deadline)) return not_taken;
  return Done{};
}

}  // namespace slashpass
