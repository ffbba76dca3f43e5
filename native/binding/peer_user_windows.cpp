#include "binding/tcp_end_argument.h"
#include "system/tcp_peer_windows.h"

namespace slashpass::binding {
namespace {

// isOwnTcpPeer(peerAddress, peerPort, ownAddress, ownPort) returns undefined if the owner is unknown.
Napi::Value own_tcp_peer(const Napi::CallbackInfo& info) {
  const auto is_own = is_own_tcp_peer(tcp_end_argument(info, 0), tcp_end_argument(info, 2));
  if (!is_own) return info.Env().Undefined();
  return Napi::Boolean::New(info.Env(), *is_own);
}

// Windows has no numeric user ids, and Node.js does not expose its pipe handles.
Napi::Value nothing(const Napi::CallbackInfo& info) { return info.Env().Undefined(); }

}  // namespace

void define_peer_user(Napi::Env env, Napi::Object exports) {
  exports.Set("peerUser", Napi::Function::New<nothing>(env));
  exports.Set("tcpPeerUser", Napi::Function::New<nothing>(env));
  exports.Set("isOwnTcpPeer", Napi::Function::New<own_tcp_peer>(env));
}

}  // namespace slashpass::binding
