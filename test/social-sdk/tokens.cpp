// Tokens, the device flow and provisional accounts.
#include <chrono>
#include <cstdlib>

#include "objects.h"
#include "requests.h"

using namespace stand_in;

namespace {

const char* const token_path = "/oauth2/token";

Form add_external(Form form, int type, S token) {
  // Wire names of AuthenticationExternalAuthType.
  static const char* const names[] = {"OIDC", "EPIC_ONLINE_SERVICES_ACCESS_TOKEN", "EPIC_ONLINE_SERVICES_ID_TOKEN",
                                      "STEAM_SESSION_TICKET", "UNITY_SERVICES_ID_TOKEN"};
  const bool is_known = type >= 0 && type < static_cast<int>(std::size(names));
  form.emplace_back("external_auth_type", is_known ? names[type] : "UNKNOWN");
  form.emplace_back("external_auth_token", copy(token));
  return form;
}

Form code_form(uint64_t application, S code, S verifier, S redirect) {
  return {{"grant_type", "authorization_code"},
          {"client_id", std::to_string(application)},
          {"code", copy(code)},
          {"code_verifier", copy(verifier)},
          {"redirect_uri", copy(redirect)}};
}

void start_post(const Call& call, H c, Callback callback, Encoding encoding, const std::string& path,
                const Form& form) {
  const auto client = find_client(call, c);
  // The vendor documents a filter only for bearer tokens, so secrets reach the log.
  write_log(client, verbose, std::string(call.name) + ": " + encode_form(form));
  start(client, call.name, callback, [service = client->service, encoding, path, form](const Operation& operation) {
    return post(service, operation, encoding, path, form);
  });
}

bool sleep_for(double seconds, const Operation& operation) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!operation.is_cancelled && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return !operation.is_cancelled;
}

/// RFC 8628 §3.4 and §3.5.
Outcome poll_device(const Service& service, const Operation& operation, double interval, const Form& form) {
  while (sleep_for(interval, operation)) {
    const Outcome outcome = post(service, operation, Encoding::form, token_path, form);
    if (outcome.error == "access_denied") return failure(aborted, outcome.error);
    if (outcome.error == "expired_token") return failure(authorization_failed, outcome.error);
    if (outcome.error == "slow_down") interval += 5;
    if (outcome.error != "slow_down" && outcome.error != "authorization_pending") return outcome;
  }
  return failure(aborted, "aborted");
}

Outcome run_device_flow(const Service& service, const Operation& operation, const Form& request, Form form) {
  Fields device;
  const Outcome started = post(service, operation, Encoding::form, "/oauth2/device/authorize", request, &device);
  if (started.type != none) return started;
  const Browser browser(device["verification_uri_complete"]);
  form.emplace_back("device_code", device["device_code"]);
  const std::string& interval = device["interval"];
  return poll_device(service, operation, interval.empty() ? 5 : std::atof(interval.c_str()), form);
}

void start_device_flow(const Call& call, H c, H args, Callback callback, Form form) {
  const auto client = find_client(call, c);
  const auto given = find(call, args, "DeviceAuthorizationArgs");
  const std::string application = std::to_string(given->number("ClientId"));
  form.emplace_back("grant_type", "urn:ietf:params:oauth:grant-type:device_code");
  form.emplace_back("client_id", application);
  const Form request = {{"client_id", application}, {"scope", given->text("Scopes")}};
  start(client, "device", callback, [service = client->service, request, form](const Operation& operation) {
    return run_device_flow(service, operation, request, form);
  });
}

}  // namespace

API void Discord_Client_GetToken(H c, uint64_t application, S code, S verifier, S redirect, ASYNC) {
  start_post(Call(__func__), c, GIVEN_CALLBACK(token), Encoding::form, token_path,
             code_form(application, code, verifier, redirect));
}

API void Discord_Client_RefreshToken(H c, uint64_t application, S token, ASYNC) {
  const Form form = {
      {"grant_type", "refresh_token"}, {"client_id", std::to_string(application)}, {"refresh_token", copy(token)}};
  start_post(Call(__func__), c, GIVEN_CALLBACK(token), Encoding::form, token_path, form);
}

API void Discord_Client_RevokeToken(H c, uint64_t application, S token, ASYNC) {
  start_post(Call(__func__), c, GIVEN_CALLBACK(result), Encoding::form, "/oauth2/token/revoke",
             {{"client_id", std::to_string(application)}, {"token", copy(token)}});
}

API void Discord_Client_ExchangeChildToken(H c, S parent, uint64_t child, ASYNC) {
  start_post(Call(__func__), c, GIVEN_CALLBACK(child_token), Encoding::json, "/partner-sdk/child-token",
             {{"parent_access_token", copy(parent)}, {"child_application_id", std::to_string(child)}});
}

API void Discord_Client_UpdateToken(H c, int32_t, S token, ASYNC) {
  const Call call(__func__);
  const auto client = find_client(call, c);
  client->token = copy(token);
  client->is_expiry_due = true;
  start(client, call.name, GIVEN_CALLBACK(result), [](const Operation&) { return Outcome(); });
}

API void Discord_Client_FetchCurrentUser(H c, int32_t, S token, ASYNC) {
  const Call call(__func__);
  const auto client = find_client(call, c);
  start(client, call.name, GIVEN_CALLBACK(user),
        [service = client->service, token = copy(token)](const Operation& operation) {
          return fetch_user(service, operation, token);
        });
}

API void Discord_Client_GetTokenFromDevice(H c, H args, ASYNC) {
  start_device_flow(Call(__func__), c, args, GIVEN_CALLBACK(token), {});
}

API void Discord_Client_GetTokenFromDeviceProvisionalMerge(H c, H args, int32_t type, S token, ASYNC) {
  start_device_flow(Call(__func__), c, args, GIVEN_CALLBACK(token), add_external({}, type, token));
}

API void Discord_Client_AbortGetTokenFromDevice(H c) {
  const Call call(__func__);
  abort_operations(*find_client(call, c), "device");
}

NOTHING(OpenAuthorizeDeviceScreen, uint64_t, S)
LISTENER(SetAuthorizeDeviceScreenClosedCallback, "close-device-screen", none)
API void Discord_Client_CloseAuthorizeDeviceScreen(H c) {
  post(find_client(Call(__func__), c), [](Client& client) { call_listener(client, "close-device-screen"); });
}

API void Discord_Client_GetProvisionalToken(H c, uint64_t application, int32_t type, S token, ASYNC) {
  start_post(Call(__func__), c, GIVEN_CALLBACK(token), Encoding::json, "/partner-sdk/token",
             add_external({{"client_id", std::to_string(application)}}, type, token));
}

API void Discord_Client_GetTokenFromProvisionalMerge(H c, uint64_t application, S code, S verifier, S redirect,
                                                     int32_t type, S token, ASYNC) {
  start_post(Call(__func__), c, GIVEN_CALLBACK(token), Encoding::form, token_path,
             add_external(code_form(application, code, verifier, redirect), type, token));
}

API void Discord_Client_UnmergeIntoProvisionalAccount(H c, uint64_t application, int32_t type, S token, ASYNC) {
  start_post(Call(__func__), c, GIVEN_CALLBACK(result), Encoding::json, "/partner-sdk/provisional-accounts/unmerge",
             add_external({{"client_id", std::to_string(application)}}, type, token));
}

NOTHING(ProvisionalUserMergeCompleted, bool)
API void Discord_Client_UpdateProvisionalAccountDisplayName(H c, S, ASYNC) {
  const Call call(__func__);
  const auto client = find_client(call, c);
  const Outcome outcome = client->token.empty() ? failure(not_ready, "the client has no token") : Outcome();
  start(client, call.name, GIVEN_CALLBACK(result), [outcome](const Operation&) { return outcome; });
}
