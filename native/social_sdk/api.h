#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "base/result.h"
#include "social_sdk/abi.h"
#include "social_sdk/library.h"

namespace slashpass::social_sdk {

struct Symbol {
  const char* name;
  /// The feature that requires the symbol. Null for symbols that every release exports; a library that lacks one of
  /// them is rejected.
  const char* feature;
  void* address = nullptr;
};

using Symbols = std::vector<Symbol*>;

template <class Signature>
class Function;

/// A typed entry of the symbol table.
template <class Returned, class... Given>
class Function<Returned(Given...)> : public Symbol {
 public:
  Function(Symbols& table, const char* name, const char* feature = nullptr) : Symbol{name, feature} {
    table.push_back(this);
  }
  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;

  explicit operator bool() const { return address != nullptr; }

  Returned operator()(Given... given) const { return reinterpret_cast<Returned (*)(Given...)>(address)(given...); }
};

using Lifetime = Function<void(Handle*)>;
using SetText = Function<void(Handle*, Text)>;
using SetOptionalText = Function<void(Handle*, Text*)>;
using SetNumber = Function<void(Handle*, std::int32_t)>;
using SetOptionalNumber = Function<void(Handle*, std::int32_t*)>;
using SetId = Function<void(Handle*, std::uint64_t)>;
using SetHandle = Function<void(Handle*, Handle*)>;
using GetText = Function<void(Handle*, Text*)>;
using GetOptionalText = Function<bool(Handle*, Text*)>;
using GetNumber = Function<std::int32_t(Handle*)>;
using GetId = Function<std::uint64_t(Handle*)>;
using GetFlag = Function<bool(Handle*)>;
/// A function in the table that this program never calls.
using Uncalled = Function<void()>;

/// An asynchronous function: the callback, `free` and `user_data` follow its own parameters.
template <class Answer, class... Given>
using Async = Function<void(Handle*, Given..., Answer, Free, void*)>;

/// The symbol table of the library's C interface. Optional symbols are those that the earliest known
/// release lacks.
class Api {
 public:
  /// Looks up all symbols. Fails if a required symbol is missing.
  Status resolve(const Library& library);

  /// Returns whether the library exports every symbol that the feature requires.
  bool has(const std::string& feature) const;

  const Symbols& symbols() const { return symbols_; }

 private:
  Symbols symbols_;

 public:
  Function<void()> run_callbacks{symbols_, "Discord_RunCallbacks"};
  Uncalled reset_callbacks{symbols_, "Discord_ResetCallbacks"};
  Uncalled set_free_threaded{symbols_, "Discord_SetFreeThreaded"};
  Uncalled alloc{symbols_, "Discord_Alloc"};
  Function<void(void*)> free{symbols_, "Discord_Free"};
  Uncalled free_properties{symbols_, "Discord_FreeProperties"};

  GetFlag result_successful{symbols_, "Discord_ClientResult_Successful"};
  GetNumber result_type{symbols_, "Discord_ClientResult_Type"};
  GetText result_error{symbols_, "Discord_ClientResult_Error"};
  GetNumber result_error_code{symbols_, "Discord_ClientResult_ErrorCode"};
  GetNumber result_status{symbols_, "Discord_ClientResult_Status"};
  GetFlag result_retryable{symbols_, "Discord_ClientResult_Retryable"};
  Function<float(Handle*)> result_retry_after{symbols_, "Discord_ClientResult_RetryAfter"};
  Uncalled result_to_string{symbols_, "Discord_ClientResult_ToString"};
  GetText result_response_body{symbols_, "Discord_ClientResult_ResponseBody"};
  Lifetime result_drop{symbols_, "Discord_ClientResult_Drop"};

  Lifetime challenge_init{symbols_, "Discord_AuthorizationCodeChallenge_Init"};
  Lifetime challenge_drop{symbols_, "Discord_AuthorizationCodeChallenge_Drop"};
  Uncalled challenge_method{symbols_, "Discord_AuthorizationCodeChallenge_Method"};
  SetNumber challenge_set_method{symbols_, "Discord_AuthorizationCodeChallenge_SetMethod"};
  GetText challenge_challenge{symbols_, "Discord_AuthorizationCodeChallenge_Challenge"};
  SetText challenge_set_challenge{symbols_, "Discord_AuthorizationCodeChallenge_SetChallenge"};

  Uncalled options_init{symbols_, "Discord_ClientCreateOptions_Init", "clientOptions"};
  Uncalled options_drop{symbols_, "Discord_ClientCreateOptions_Drop", "clientOptions"};
  Uncalled options_api_base{symbols_, "Discord_ClientCreateOptions_ApiBase", "clientOptions"};
  Uncalled options_set_api_base{symbols_, "Discord_ClientCreateOptions_SetApiBase", "clientOptions"};
  Uncalled options_web_base{symbols_, "Discord_ClientCreateOptions_WebBase", "clientOptions"};
  Uncalled options_set_web_base{symbols_, "Discord_ClientCreateOptions_SetWebBase", "clientOptions"};

  Lifetime verifier_drop{symbols_, "Discord_AuthorizationCodeVerifier_Drop"};
  Uncalled verifier_clone{symbols_, "Discord_AuthorizationCodeVerifier_Clone"};
  SetHandle verifier_challenge{symbols_, "Discord_AuthorizationCodeVerifier_Challenge"};
  Uncalled verifier_set_challenge{symbols_, "Discord_AuthorizationCodeVerifier_SetChallenge"};
  GetText verifier_verifier{symbols_, "Discord_AuthorizationCodeVerifier_Verifier"};
  Uncalled verifier_set_verifier{symbols_, "Discord_AuthorizationCodeVerifier_SetVerifier"};

  Lifetime args_init{symbols_, "Discord_AuthorizationArgs_Init"};
  Lifetime args_drop{symbols_, "Discord_AuthorizationArgs_Drop"};
  Uncalled args_clone{symbols_, "Discord_AuthorizationArgs_Clone"};
  GetId args_client_id{symbols_, "Discord_AuthorizationArgs_ClientId"};
  SetId args_set_client_id{symbols_, "Discord_AuthorizationArgs_SetClientId"};
  GetText args_scopes{symbols_, "Discord_AuthorizationArgs_Scopes"};
  SetText args_set_scopes{symbols_, "Discord_AuthorizationArgs_SetScopes"};
  GetOptionalText args_state{symbols_, "Discord_AuthorizationArgs_State"};
  SetOptionalText args_set_state{symbols_, "Discord_AuthorizationArgs_SetState"};
  Uncalled args_nonce{symbols_, "Discord_AuthorizationArgs_Nonce"};
  SetOptionalText args_set_nonce{symbols_, "Discord_AuthorizationArgs_SetNonce"};
  Uncalled args_code_challenge{symbols_, "Discord_AuthorizationArgs_CodeChallenge"};
  SetHandle args_set_code_challenge{symbols_, "Discord_AuthorizationArgs_SetCodeChallenge"};
  Uncalled args_integration_type{symbols_, "Discord_AuthorizationArgs_IntegrationType", "integrationType"};
  SetOptionalNumber args_set_integration_type{symbols_, "Discord_AuthorizationArgs_SetIntegrationType",
                                              "integrationType"};
  Uncalled args_custom_scheme{symbols_, "Discord_AuthorizationArgs_CustomSchemeParam", "customScheme"};
  SetOptionalText args_set_custom_scheme{symbols_, "Discord_AuthorizationArgs_SetCustomSchemeParam", "customScheme"};

  Uncalled device_args_init{symbols_, "Discord_DeviceAuthorizationArgs_Init"};
  Uncalled device_args_drop{symbols_, "Discord_DeviceAuthorizationArgs_Drop"};
  Uncalled device_args_clone{symbols_, "Discord_DeviceAuthorizationArgs_Clone"};
  Uncalled device_args_client_id{symbols_, "Discord_DeviceAuthorizationArgs_ClientId"};
  Uncalled device_args_set_client_id{symbols_, "Discord_DeviceAuthorizationArgs_SetClientId"};
  Uncalled device_args_scopes{symbols_, "Discord_DeviceAuthorizationArgs_Scopes"};
  Uncalled device_args_set_scopes{symbols_, "Discord_DeviceAuthorizationArgs_SetScopes"};

  Lifetime client_init{symbols_, "Discord_Client_Init"};
  Function<void(Handle*, Text, Text)> client_init_with_bases{symbols_, "Discord_Client_InitWithBases"};
  Uncalled client_init_with_options{symbols_, "Discord_Client_InitWithOptions", "clientOptions"};
  Lifetime client_drop{symbols_, "Discord_Client_Drop"};
  SetId set_application_id{symbols_, "Discord_Client_SetApplicationId"};
  GetId get_application_id{symbols_, "Discord_Client_GetApplicationId"};
  Lifetime connect{symbols_, "Discord_Client_Connect"};
  Lifetime disconnect{symbols_, "Discord_Client_Disconnect"};
  GetNumber get_status{symbols_, "Discord_Client_GetStatus"};
  Async<Callback<std::int32_t, std::int32_t, std::int32_t>> set_status_changed{
      symbols_, "Discord_Client_SetStatusChangedCallback"};
  Function<void(Handle*, Callback<Text, std::int32_t>, Free, void*, std::int32_t)> add_log_callback{
      symbols_, "Discord_Client_AddLogCallback"};
  Uncalled set_log_dir{symbols_, "Discord_Client_SetLogDir"};
  Function<std::int32_t()> version_major{symbols_, "Discord_Client_GetVersionMajor"};
  Function<std::int32_t()> version_minor{symbols_, "Discord_Client_GetVersionMinor"};
  Function<std::int32_t()> version_patch{symbols_, "Discord_Client_GetVersionPatch"};
  Function<void(Text*)> version_hash{symbols_, "Discord_Client_GetVersionHash"};
  Function<void(std::int32_t, Text*)> status_to_string{symbols_, "Discord_Client_StatusToString"};
  Function<void(std::int32_t, Text*)> error_to_string{symbols_, "Discord_Client_ErrorToString"};
  SetNumber set_http_request_timeout{symbols_, "Discord_Client_SetHttpRequestTimeout", "requestTimeout"};
  Uncalled set_game_window_pid{symbols_, "Discord_Client_SetGameWindowPid"};

  Function<void(Text*)> default_presence_scopes{symbols_, "Discord_Client_GetDefaultPresenceScopes"};
  Function<void(Text*)> default_communication_scopes{symbols_, "Discord_Client_GetDefaultCommunicationScopes"};
  SetHandle create_verifier{symbols_, "Discord_Client_CreateAuthorizationCodeVerifier"};
  Async<CodeCallback, Handle*> authorize{symbols_, "Discord_Client_Authorize"};
  Lifetime abort_authorize{symbols_, "Discord_Client_AbortAuthorize"};
  Uncalled is_authenticated{symbols_, "Discord_Client_IsAuthenticated"};
  Async<Callback<>> set_token_expiration{symbols_, "Discord_Client_SetTokenExpirationCallback"};
  Uncalled register_authorize_requests{symbols_, "Discord_Client_RegisterAuthorizeRequestCallback",
                                       "authorizeRequests"};
  Uncalled remove_authorize_requests{symbols_, "Discord_Client_RemoveAuthorizeRequestCallback", "authorizeRequests"};

  Async<TokenCallback, std::uint64_t, Text, Text, Text> get_token{symbols_, "Discord_Client_GetToken"};
  Async<TokenCallback, std::uint64_t, Text> refresh_token{symbols_, "Discord_Client_RefreshToken"};
  Async<ResultCallback, std::int32_t, Text> update_token{symbols_, "Discord_Client_UpdateToken"};
  Async<ResultCallback, std::uint64_t, Text> revoke_token{symbols_, "Discord_Client_RevokeToken", "revokeToken"};
  Async<ChildTokenCallback, Text, std::uint64_t> exchange_child_token{symbols_, "Discord_Client_ExchangeChildToken",
                                                                      "exchangeChildToken"};
  Async<UserCallback, std::int32_t, Text> fetch_current_user{symbols_, "Discord_Client_FetchCurrentUser"};

  Uncalled get_token_from_device{symbols_, "Discord_Client_GetTokenFromDevice"};
  Uncalled abort_get_token_from_device{symbols_, "Discord_Client_AbortGetTokenFromDevice"};
  Uncalled open_device_screen{symbols_, "Discord_Client_OpenAuthorizeDeviceScreen"};
  Uncalled close_device_screen{symbols_, "Discord_Client_CloseAuthorizeDeviceScreen"};
  Uncalled set_device_screen_closed{symbols_, "Discord_Client_SetAuthorizeDeviceScreenClosedCallback"};

  Async<TokenCallback, std::uint64_t, std::int32_t, Text> get_provisional_token{symbols_,
                                                                                "Discord_Client_GetProvisionalToken"};
  Async<TokenCallback, std::uint64_t, Text, Text, Text, std::int32_t, Text> get_token_from_merge{
      symbols_, "Discord_Client_GetTokenFromProvisionalMerge"};
  Uncalled get_token_from_device_merge{symbols_, "Discord_Client_GetTokenFromDeviceProvisionalMerge"};
  Async<ResultCallback, std::uint64_t, std::int32_t, Text> unmerge{
      symbols_, "Discord_Client_UnmergeIntoProvisionalAccount", "unmerge"};
  Uncalled merge_completed{symbols_, "Discord_Client_ProvisionalUserMergeCompleted"};
  Uncalled update_display_name{symbols_, "Discord_Client_UpdateProvisionalAccountDisplayName"};

  Async<ResultCallback, Handle*> update_rich_presence{symbols_, "Discord_Client_UpdateRichPresence"};
  Lifetime clear_rich_presence{symbols_, "Discord_Client_ClearRichPresence"};
  Async<Callback<Text>> set_activity_join{symbols_, "Discord_Client_SetActivityJoinCallback"};
  Uncalled set_activity_join_with_application{symbols_, "Discord_Client_SetActivityJoinWithApplicationCallback",
                                              "joinWithApplication"};
  Async<Callback<Handle*>> set_invite_created{symbols_, "Discord_Client_SetActivityInviteCreatedCallback"};
  Uncalled set_invite_updated{symbols_, "Discord_Client_SetActivityInviteUpdatedCallback"};
  Async<ResultCallback, Handle*> reply_to_join_request{symbols_, "Discord_Client_SendActivityJoinRequestReply"};
  Uncalled accept_invite{symbols_, "Discord_Client_AcceptActivityInvite"};
  Uncalled register_launch_command{symbols_, "Discord_Client_RegisterLaunchCommand"};
  Uncalled register_launch_steam{symbols_, "Discord_Client_RegisterLaunchSteamApplication"};

  Uncalled invite_init{symbols_, "Discord_ActivityInvite_Init"};
  Lifetime invite_drop{symbols_, "Discord_ActivityInvite_Drop"};
  SetHandle invite_clone{symbols_, "Discord_ActivityInvite_Clone"};
  GetId invite_sender_id{symbols_, "Discord_ActivityInvite_SenderId"};
  Uncalled invite_channel_id{symbols_, "Discord_ActivityInvite_ChannelId"};
  Uncalled invite_message_id{symbols_, "Discord_ActivityInvite_MessageId"};
  Uncalled invite_application_id{symbols_, "Discord_ActivityInvite_ApplicationId"};
  GetNumber invite_type{symbols_, "Discord_ActivityInvite_Type"};
  Uncalled invite_party_id{symbols_, "Discord_ActivityInvite_PartyId"};
  Uncalled invite_session_id{symbols_, "Discord_ActivityInvite_SessionId"};
  Uncalled invite_is_valid{symbols_, "Discord_ActivityInvite_IsValid"};

  Lifetime activity_init{symbols_, "Discord_Activity_Init"};
  Lifetime activity_drop{symbols_, "Discord_Activity_Drop"};
  Uncalled activity_set_application_id{symbols_, "Discord_Activity_SetApplicationId"};
  SetText activity_set_name{symbols_, "Discord_Activity_SetName"};
  SetNumber activity_set_type{symbols_, "Discord_Activity_SetType"};
  SetOptionalText activity_set_state{symbols_, "Discord_Activity_SetState"};
  SetOptionalText activity_set_details{symbols_, "Discord_Activity_SetDetails"};
  SetOptionalText activity_set_state_url{symbols_, "Discord_Activity_SetStateUrl", "presenceUrls"};
  SetOptionalText activity_set_details_url{symbols_, "Discord_Activity_SetDetailsUrl", "presenceUrls"};
  SetOptionalNumber activity_set_status_display{symbols_, "Discord_Activity_SetStatusDisplayType", "statusDisplay"};
  SetHandle activity_set_assets{symbols_, "Discord_Activity_SetAssets"};
  SetHandle activity_set_timestamps{symbols_, "Discord_Activity_SetTimestamps"};
  SetHandle activity_set_party{symbols_, "Discord_Activity_SetParty"};
  SetHandle activity_set_secrets{symbols_, "Discord_Activity_SetSecrets"};
  SetHandle activity_add_button{symbols_, "Discord_Activity_AddButton", "buttons"};
  Uncalled activity_set_platforms{symbols_, "Discord_Activity_SetSupportedPlatforms"};
  Lifetime assets_init{symbols_, "Discord_ActivityAssets_Init"};
  Lifetime assets_drop{symbols_, "Discord_ActivityAssets_Drop"};
  SetOptionalText assets_set_large_image{symbols_, "Discord_ActivityAssets_SetLargeImage"};
  SetOptionalText assets_set_large_text{symbols_, "Discord_ActivityAssets_SetLargeText"};
  SetOptionalText assets_set_small_image{symbols_, "Discord_ActivityAssets_SetSmallImage"};
  SetOptionalText assets_set_small_text{symbols_, "Discord_ActivityAssets_SetSmallText"};
  SetOptionalText assets_set_large_url{symbols_, "Discord_ActivityAssets_SetLargeUrl", "presenceUrls"};
  SetOptionalText assets_set_small_url{symbols_, "Discord_ActivityAssets_SetSmallUrl", "presenceUrls"};
  Lifetime timestamps_init{symbols_, "Discord_ActivityTimestamps_Init"};
  Lifetime timestamps_drop{symbols_, "Discord_ActivityTimestamps_Drop"};
  SetId timestamps_set_start{symbols_, "Discord_ActivityTimestamps_SetStart"};
  SetId timestamps_set_end{symbols_, "Discord_ActivityTimestamps_SetEnd"};
  Lifetime party_init{symbols_, "Discord_ActivityParty_Init"};
  Lifetime party_drop{symbols_, "Discord_ActivityParty_Drop"};
  SetText party_set_id{symbols_, "Discord_ActivityParty_SetId"};
  SetNumber party_set_current_size{symbols_, "Discord_ActivityParty_SetCurrentSize"};
  SetNumber party_set_max_size{symbols_, "Discord_ActivityParty_SetMaxSize"};
  SetNumber party_set_privacy{symbols_, "Discord_ActivityParty_SetPrivacy"};
  Lifetime secrets_init{symbols_, "Discord_ActivitySecrets_Init"};
  Lifetime secrets_drop{symbols_, "Discord_ActivitySecrets_Drop"};
  SetText secrets_set_join{symbols_, "Discord_ActivitySecrets_SetJoin"};
  Lifetime button_init{symbols_, "Discord_ActivityButton_Init", "buttons"};
  Lifetime button_drop{symbols_, "Discord_ActivityButton_Drop", "buttons"};
  SetText button_set_label{symbols_, "Discord_ActivityButton_SetLabel", "buttons"};
  SetText button_set_url{symbols_, "Discord_ActivityButton_SetUrl", "buttons"};
};

}  // namespace slashpass::social_sdk
