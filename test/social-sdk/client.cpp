// Lifecycle, connection (simulated), logs and versions.
#include <algorithm>
#include <cstdio>
#include <utility>

#include "faults.h"
#include "objects.h"
#include "operations.h"

using namespace stand_in;

namespace {

enum Status { disconnected, connecting, connected, ready, reconnecting, disconnecting };
enum ClientError { no_error, connection_failed, unexpected_close };

// The gateway's close code for failed authentication.
constexpr int authentication_failed = 4004;

void init(H c, const std::string& api_base, const std::string& web_base) {
  read_fault_environment();
  auto client = std::make_shared<Client>();
  if (!api_base.empty()) client->service.api_base = api_base;
  if (!web_base.empty()) client->service.web_base = web_base;
  count_clients(1);
  create(c, client);
  add_to_pump(client);
  // The vendor's library logs this error in every run without a token.
  write_log(client, error, "analytics: no token");
}

void change_status(Client& client, Status status, ClientError reason = no_error, int detail = 0) {
  client.status = status;
  call_listener(client, "status", {.numbers = {status, reason, detail}});
}

template <size_t Size>
const char* name_of(const char* const (&names)[Size], int32_t value) {
  return value >= 0 && value < static_cast<int32_t>(Size) ? names[value] : "Unknown";
}

}  // namespace

bool stand_in::set_event(const std::string& what, int value) {
  if (what == "expire-token") {
    post_to_all([](Client& client) {
      if (std::exchange(client.is_expiry_due, false)) call_listener(client, "token-expiration");
    });
  } else if (what == "authorize-request" || what == "close-device-screen") {
    post_to_all([what](Client& client) { call_listener(client, what); });
  } else if (what == "connection-lost") {
    post_to_all([value](Client& client) { change_status(client, disconnected, unexpected_close, value); });
  } else if (what == "join") {
    post_to_all([value](Client& client) {
      const Outcome outcome = {.texts = {"secret-" + std::to_string(value)}, .id = client.application_id};
      call_listener(client, "join", outcome);
      call_listener(client, "join-with-application", outcome);
    });
  } else if (what == "invite" || what == "invite-update") {
    post_to_all([what, value](Client& client) { call_listener(client, what, {.numbers = {value}}); });
  } else {
    return false;
  }
  return true;
}

API void Discord_Client_Init(H c) {
  const Call call(__func__);
  init(c, "", "");
}

API void Discord_Client_InitWithBases(H c, S api_base, S web_base) {
  const Call call(__func__);
  init(c, copy(api_base), copy(web_base));
}

API void Discord_Client_InitWithOptions(H c, H options) {
  const Call call(__func__);
  const auto given = find(call, options, "ClientCreateOptions");
  init(c, given->text("ApiBase"), given->text("WebBase"));
}

API void Discord_Client_Drop(H c) {
  const Call call(__func__);
  const auto client = std::dynamic_pointer_cast<Client>(drop(call, c, "Client"));
  if (!client) return;
  shut_down(*client);
  count_clients(-1);
  write_report_file();
}

API void Discord_Client_SetApplicationId(H c, uint64_t id) { find_client(Call(__func__), c)->application_id = id; }
API uint64_t Discord_Client_GetApplicationId(H c) { return find_client(Call(__func__), c)->application_id; }

API void Discord_Client_Connect(H c) {
  const Call call(__func__);
  const auto client = find_client(call, c);
  // The vendor's documentation says to wait for UpdateToken's callback.
  if (is_pending(*client, "Discord_Client_UpdateToken")) record_violation("wrong-order", call.name);
  if (client->token.empty()) {
    return post(client,
                [](Client& living) { change_status(living, disconnected, connection_failed, authentication_failed); });
  }
  for (const Status status : {connecting, connected, ready}) {
    post(client, [status](Client& living) { change_status(living, status); });
  }
}

API void Discord_Client_Disconnect(H c) {
  const auto client = find_client(Call(__func__), c);
  for (const Status status : {disconnecting, disconnected}) {
    post(client, [status](Client& living) { change_status(living, status); });
  }
}

API int32_t Discord_Client_GetStatus(H c) { return find_client(Call(__func__), c)->status; }
LISTENER(SetStatusChangedCallback, "status", status)

API void Discord_Client_AddLogCallback(H c, ASYNC, int32_t least) {
  find_client(Call(__func__), c)->loggers.emplace_back(adopt(GIVEN_CALLBACK(log)), least);
}

API bool Discord_Client_SetLogDir(H c, S path, int32_t) {
  find_client(Call(__func__), c);
  std::FILE* file = std::fopen((copy(path) + "/discord.log").c_str(), "w");
  if (!file) return false;
  std::fputs("[stand-in] log opened\n", file);
  return std::fclose(file) == 0;
}

API int32_t Discord_Client_GetVersionMajor() { return Call(__func__), 1; }
API int32_t Discord_Client_GetVersionMinor() { return Call(__func__), 9; }
API int32_t Discord_Client_GetVersionPatch() { return Call(__func__), 17379; }
API void Discord_Client_GetVersionHash(S* out) {
  const Call call(__func__);
  *out = give("stand-in");
}

API void Discord_Client_StatusToString(int32_t status, S* out) {
  static const char* const names[] = {"Disconnected", "Connecting",    "Connected", "Ready",
                                      "Reconnecting", "Disconnecting", "HttpWait"};
  const Call call(__func__);
  *out = give(name_of(names, status));
}

API void Discord_Client_ErrorToString(int32_t error, S* out) {
  static const char* const names[] = {"None", "ConnectionFailed", "UnexpectedClose", "ConnectionCanceled"};
  const Call call(__func__);
  *out = give(name_of(names, error));
}

API void Discord_Client_SetHttpRequestTimeout(H c, int32_t timeout_ms) {
  find_client(Call(__func__), c)->service.timeout_ms = timeout_ms;
}
NOTHING(SetGameWindowPid, int32_t)
API void Discord_SetFreeThreaded() { allow_all_threads(Call(__func__)); }
API void Discord_ResetCallbacks() {
  const Call call(__func__);
  empty_queue();
}
