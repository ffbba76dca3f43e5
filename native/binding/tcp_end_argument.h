#pragma once

#include "binding/arguments.h"
#include "system/tcp_end.h"

namespace slashpass::binding {

/// Reads an address and a port from two consecutive arguments.
inline TcpEnd tcp_end_argument(const Napi::CallbackInfo& info, std::size_t index) {
  const auto port = whole_argument(info, index + 1, 0, 65535);
  return {name_argument(info, index), static_cast<std::uint16_t>(port)};
}

}  // namespace slashpass::binding
