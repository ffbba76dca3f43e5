#include "system/peer_user_posix.h"

#include <limits>

#include "binding/arguments.h"
#ifdef __linux__
#include "binding/tcp_end_argument.h"
#include "system/tcp_peer_linux.h"
#endif

namespace slashpass::binding {
namespace {

Napi::Value number_of(Napi::Env env, std::optional<uid_t> user) {
  return user ? Napi::Value(Napi::Number::New(env, *user)) : env.Undefined();
}

// peerUser(descriptor) returns the numeric user id, or undefined if the system does not provide it.
Napi::Value user_of_peer(const Napi::CallbackInfo& info) {
  using Limits = std::numeric_limits<int>;
  return number_of(info.Env(), peer_user(whole_argument(info, 0, Limits::min(), Limits::max())));
}

// tcpPeerUser(peerAddress, peerPort, ownAddress, ownPort) does the same for TCP. Not supported on macOS.
Napi::Value user_of_tcp_peer(const Napi::CallbackInfo& info) {
#ifdef __linux__
  return number_of(info.Env(), tcp_peer_user(tcp_end_argument(info, 0), tcp_end_argument(info, 2)));
#else
  return info.Env().Undefined();
#endif
}

// isOwnTcpPeer is only supported on Windows.
Napi::Value nothing(const Napi::CallbackInfo& info) { return info.Env().Undefined(); }

}  // namespace

void define_peer_user(Napi::Env env, Napi::Object exports) {
  exports.Set("peerUser", Napi::Function::New<user_of_peer>(env));
  exports.Set("tcpPeerUser", Napi::Function::New<user_of_tcp_peer>(env));
  exports.Set("isOwnTcpPeer", Napi::Function::New<nothing>(env));
}

}  // namespace slashpass::binding
