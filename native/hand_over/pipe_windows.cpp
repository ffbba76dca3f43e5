#include "hand_over/pipe_windows.h"

#include "system/user_windows.h"
#include "system/wide_windows.h"

namespace slashpass {

std::wstring pipe_name(const std::string& scheme) {
  return L"\\\\.\\pipe\\slashpass-" + current_user() + L"-" + wide(scheme);
}

}  // namespace slashpass
