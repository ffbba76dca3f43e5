// Authorization with the browser and a loopback listener, and related functions.
#include <algorithm>

#include "objects.h"
#include "requests.h"
#include "text.h"

using namespace stand_in;

namespace {

Fields parse_query(const std::string& query) {
  Fields fields;
  for (size_t at = 0; at < query.size();) {
    const size_t end = std::min(query.find('&', at), query.size());
    const size_t equals = std::min(query.find('=', at), end - 1);
    fields[query.substr(at, equals - at)] = decode(std::string_view(query).substr(equals + 1, end - equals - 1));
    at = end + 1;
  }
  return fields;
}

/// Returns the parameters in the order observed in the vendor's log.
Form authorize_query(const Object& args, uint64_t application, const std::string& state, const std::string& redirect) {
  Form query = {{"client_id", std::to_string(application)},
                {"scope", args.text("Scopes")},
                {"response_type", "code"},
                {"redirect_uri", redirect},
                {"state", state}};
  if (args.has("CodeChallenge")) {
    const auto challenge = std::get<std::shared_ptr<Object>>(args.fields.at("CodeChallenge"));
    query.emplace_back("code_challenge", challenge->text("Challenge"));
    query.emplace_back("code_challenge_method", "S256");
  }
  if (args.has("Nonce")) query.emplace_back("nonce", args.text("Nonce"));
  if (args.has("IntegrationType")) {
    query.emplace_back("integration_type", std::to_string(args.number("IntegrationType")));
  }
  return query;
}

/// The results of a state mismatch and of a denial are not documented. These are the likely ones.
Outcome read_redirect(const std::string& query, const std::string& state, const std::string& redirect) {
  Fields fields = parse_query(query);
  if (fields["state"] != state) return failure(authorization_failed, "state mismatch");
  if (fields["error"] == "access_denied") return failure(aborted, "access_denied");
  if (fields.contains("error") && !fields["error"].empty()) return failure(authorization_failed, fields["error"]);
  return {.texts = {fields["code"], redirect}};
}

Outcome run(const Service& service, const Object& args, uint64_t application, const Operation& operation) {
  if (application == 0) return failure(validation, "the client id is missing");
  Listener listener;
  if (listener.port() == 0) return failure(network, "no loopback port");
  const std::string redirect = "http://127.0.0.1:" + std::to_string(listener.port()) + "/callback";
  const std::string state = args.has("State") ? args.text("State") : random_text();
  const std::string query = encode_form(authorize_query(args, application, state, redirect));
  const Browser browser(service.web_base + "/oauth2/authorize?" + query);
  const auto received = listener.receive("/callback", operation.is_cancelled);
  return received ? read_redirect(*received, state, redirect) : failure(aborted, "aborted");
}

}  // namespace

API void Discord_Client_CreateAuthorizationCodeVerifier(H c, H out) {
  const Call call(__func__);
  find_client(call, c);
  const std::string verifier = random_text();
  const Object challenge("AuthorizationCodeChallenge", {{"Method", 0}, {"Challenge", challenge_of(verifier)}});
  create(call, out, Object("AuthorizationCodeVerifier", {{"Verifier", verifier}, {"Challenge", nested(challenge)}}));
}

API void Discord_Client_Authorize(H c, H args, ASYNC) {
  const Call call(__func__);
  const auto client = find_client(call, c);
  const Object given = *find(call, args, "AuthorizationArgs");
  const auto id = static_cast<uint64_t>(given.number("ClientId"));
  const uint64_t application = id != 0 ? id : client->application_id;
  write_log(client, info, "authorize: started");
  start(client, "authorize", GIVEN_CALLBACK(code),
        [service = client->service, given, application](const Operation& operation) {
          return run(service, given, application, operation);
        });
}

API void Discord_Client_AbortAuthorize(H c) {
  const Call call(__func__);
  abort_operations(*find_client(call, c), "authorize");
}

API bool Discord_Client_IsAuthenticated(H c) { return !find_client(Call(__func__), c)->token.empty(); }
LISTENER(SetTokenExpirationCallback, "token-expiration", none)

API void Discord_Client_RegisterAuthorizeRequestCallback(H c, ASYNC) {
  const Call call(__func__);
  const auto client = find_client(call, c);
  if (client->application_id == 0) record_violation("wrong-order", call.name);
  listen(*client, "authorize-request", GIVEN_CALLBACK(none));
}

API void Discord_Client_RemoveAuthorizeRequestCallback(H c) {
  const Call call(__func__);
  listen(*find_client(call, c), "authorize-request", {});
}

API void Discord_Client_GetDefaultPresenceScopes(S* out) {
  const Call call(__func__);
  *out = give("openid sdk.social_layer_presence");
}

API void Discord_Client_GetDefaultCommunicationScopes(S* out) {
  const Call call(__func__);
  *out = give("openid sdk.social_layer");
}
