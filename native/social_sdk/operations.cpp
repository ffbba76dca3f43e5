#include "social_sdk/operations.h"

#include <algorithm>
#include <array>

#include "social_sdk/receiver.h"

namespace slashpass::social_sdk {
namespace {

constexpr std::int32_t bearer = 1;
constexpr std::int32_t s256 = 0;

constexpr auto on_result = Receiver<Handle*>::receive;
constexpr auto on_code = Receiver<Handle*, Text, Text>::receive;
constexpr auto on_tokens = Receiver<Handle*, Text, Text, std::int32_t, std::int32_t, Text>::receive;
constexpr auto on_child_token = Receiver<Handle*, Text, std::int32_t, std::int32_t, Text>::receive;
constexpr auto on_user = Receiver<Handle*, std::uint64_t, Text>::receive;

// authorize(applicationId, scopes, state, challenge, nonce?, integrationType?, customScheme?): code, redirectUri
std::optional<Values> authorize(Call& call) {
  const Api& api = call.api;
  OwnedHandle challenge(api.challenge_init, api.challenge_drop);
  api.challenge_set_method(challenge.get(), s256);
  api.challenge_set_challenge(challenge.get(), call.text(3));
  OwnedHandle args(api.args_init, api.args_drop);
  api.args_set_client_id(args.get(), call.id(0));
  api.args_set_scopes(args.get(), call.text(1));
  Text state = call.text(2);
  api.args_set_state(args.get(), &state);
  api.args_set_code_challenge(args.get(), challenge.get());
  Text nonce = call.text(4);
  if (call.has(4)) api.args_set_nonce(args.get(), &nonce);
  std::int32_t integration_type = call.number(5);
  if (call.has(5) && api.args_set_integration_type) api.args_set_integration_type(args.get(), &integration_type);
  Text scheme = call.text(6);
  if (call.has(6) && api.args_set_custom_scheme) api.args_set_custom_scheme(args.get(), &scheme);
  api.authorize(call.self, args.get(), on_code, nullptr, call.user_data());
  return pending;
}

std::optional<Values> abort_authorize(Call& call) {
  call.api.abort_authorize(call.self);
  return Values{};
}

// Operations that request tokens return accessToken, refreshToken, tokenType, expiresIn, scopes.

// getToken(applicationId, code, codeVerifier, redirectUri)
std::optional<Values> get_token(Call& call) {
  call.api.get_token(call.self, call.id(0), call.text(1), call.text(2), call.text(3), on_tokens, nullptr,
                     call.user_data());
  return pending;
}

// getTokenFromProvisionalMerge(applicationId, code, codeVerifier, redirectUri, externalAuthType, externalAuthToken)
std::optional<Values> get_token_from_merge(Call& call) {
  call.api.get_token_from_merge(call.self, call.id(0), call.text(1), call.text(2), call.text(3), call.number(4),
                                call.text(5), on_tokens, nullptr, call.user_data());
  return pending;
}

// refreshToken(applicationId, refreshToken)
std::optional<Values> refresh_token(Call& call) {
  call.api.refresh_token(call.self, call.id(0), call.text(1), on_tokens, nullptr, call.user_data());
  return pending;
}

// revokeToken(applicationId, token)
std::optional<Values> revoke_token(Call& call) {
  call.api.revoke_token(call.self, call.id(0), call.text(1), on_result, nullptr, call.user_data());
  return pending;
}

// exchangeChildToken(parentToken, childApplicationId): accessToken, tokenType, expiresIn, scopes
std::optional<Values> exchange_child_token(Call& call) {
  call.api.exchange_child_token(call.self, call.text(0), call.id(1), on_child_token, nullptr, call.user_data());
  return pending;
}

// fetchCurrentUser(token): id, name
std::optional<Values> fetch_current_user(Call& call) {
  call.api.fetch_current_user(call.self, bearer, call.text(0), on_user, nullptr, call.user_data());
  return pending;
}

// getProvisionalToken(applicationId, externalAuthType, externalAuthToken)
std::optional<Values> get_provisional_token(Call& call) {
  call.api.get_provisional_token(call.self, call.id(0), call.number(1), call.text(2), on_tokens, nullptr,
                                 call.user_data());
  return pending;
}

// unmerge(applicationId, externalAuthType, externalAuthToken)
std::optional<Values> unmerge(Call& call) {
  call.api.unmerge(call.self, call.id(0), call.number(1), call.text(2), on_result, nullptr, call.user_data());
  return pending;
}

// updateToken(token)
std::optional<Values> update_token(Call& call) {
  call.api.update_token(call.self, bearer, call.text(0), on_result, nullptr, call.user_data());
  return pending;
}

std::optional<Values> connect(Call& call) {
  call.client.set_connected(true);
  call.api.connect(call.self);
  return Values{};
}

std::optional<Values> disconnect(Call& call) {
  call.api.disconnect(call.self);
  return Values{};
}

// The connection is closed, so callbacks run only for pending operations.
std::optional<Values> rest(Call& call) {
  call.client.set_connected(false);
  return Values{};
}

std::optional<Values> clear_activity(Call& call) {
  call.api.clear_rich_presence(call.self);
  return Values{};
}

constexpr std::array operations{
    Operation{"init", start_client},
    Operation{"probe", probe},
    Operation{"authorize", authorize},
    Operation{"abortAuthorize", abort_authorize},
    Operation{"getToken", get_token},
    Operation{"getTokenFromProvisionalMerge", get_token_from_merge},
    Operation{"refreshToken", refresh_token},
    Operation{"revokeToken", revoke_token, "revokeToken"},
    Operation{"exchangeChildToken", exchange_child_token, "exchangeChildToken"},
    Operation{"fetchCurrentUser", fetch_current_user},
    Operation{"getProvisionalToken", get_provisional_token},
    Operation{"unmerge", unmerge, "unmerge"},
    Operation{"updateToken", update_token},
    Operation{"connect", connect},
    Operation{"disconnect", disconnect},
    Operation{"rest", rest},
    Operation{"setActivity", set_activity},
    Operation{"clearActivity", clear_activity},
    Operation{"acceptJoinRequest", accept_join_request},
};

}  // namespace

// init(apiBase?, webBase?, applicationId, requestTimeoutMs)
std::optional<Values> start_client(Call& call) {
  call.init();
  return Values{};
}

const Operation* find_operation(const std::string& name) {
  const auto found = std::find_if(operations.begin(), operations.end(),
                                  [&name](const Operation& operation) { return operation.name == name; });
  return found == operations.end() ? nullptr : &*found;
}

const SecretText& Call::string(std::size_t index) const {
  static const SecretText empty;
  const auto* text = index < size() ? std::get_if<SecretText>(&arguments_[index]) : nullptr;
  return text == nullptr ? empty : *text;
}

bool Call::has(std::size_t index) const {
  return index < size() && !std::holds_alternative<std::monostate>(arguments_[index]);
}

std::uint64_t Call::id(std::size_t index) const {
  const auto* id = index < size() ? std::get_if<std::uint64_t>(&arguments_[index]) : nullptr;
  return id == nullptr ? 0 : *id;
}

std::int32_t Call::number(std::size_t index) const {
  const auto* number = index < size() ? std::get_if<double>(&arguments_[index]) : nullptr;
  return number == nullptr ? 0 : static_cast<std::int32_t>(*number);
}

void* Call::user_data() const { return user_data_of(number_); }

}  // namespace slashpass::social_sdk
