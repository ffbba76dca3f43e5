#include <cstdint>

#include "binding/arguments.h"
#include "system/tcp_peer_windows.h"

namespace slashpass::binding {
namespace {

TcpEnd end_argument(const Napi::CallbackInfo& info, std::size_t index) {
  const auto port = whole_argument(info, index + 1, 0, 65535);
  return {name_argument(info, index), static_cast<std::uint16_t>(port)};
}

// isOwnTcpPeer(peerAddress, peerPort, ownAddress, ownPort) returns undefined where that is not known.
Napi::Value own_tcp_peer(const Napi::CallbackInfo& info) {
  const auto is_own = is_own_tcp_peer(end_argument(info, 0), end_argument(info, 2));
  if (!is_own) return info.Env().Undefined();
  return Napi::Boolean::New(info.Env(), *is_own);
}

}  // namespace

void define_peer_user(Napi::Env env, Napi::Object exports) {
  // Windows has pipes instead of Unix sockets, and Node keeps their handles to itself.
  exports.Set("peerUser",
              Napi::Function::New(env, [](const Napi::CallbackInfo& info) { return info.Env().Undefined(); }));
  exports.Set("isOwnTcpPeer", Napi::Function::New<own_tcp_peer>(env));
}

}  // namespace slashpass::binding
