// Rich presence, invites and launch commands. The last activity and command are only recorded.
#include <mutex>

#include "objects.h"
#include "operations.h"

using namespace stand_in;

HANDLE(Activity)
SET_OPTIONAL_NUMBER(Activity, ApplicationId, uint64_t)
SET_TEXT(Activity, Name)
SET_NUMBER(Activity, Type, int32_t)
SET_OPTIONAL_TEXT(Activity, State)
SET_OPTIONAL_TEXT(Activity, Details)
SET_OPTIONAL_TEXT(Activity, StateUrl)
SET_OPTIONAL_TEXT(Activity, DetailsUrl)
SET_OPTIONAL_NUMBER(Activity, StatusDisplayType, int32_t)
SET_OBJECT(Activity, Assets, ActivityAssets)
SET_OBJECT(Activity, Timestamps, ActivityTimestamps)
SET_OBJECT(Activity, Party, ActivityParty)
SET_OBJECT(Activity, Secrets, ActivitySecrets)
SET_NUMBER(Activity, SupportedPlatforms, int32_t)
API void Discord_Activity_AddButton(H h, H button) {
  const Call call(__func__);
  const auto activity = find(call, h, "Activity");
  const char* name = activity->has("Button1") ? "Button2" : "Button1";
  activity->fields[name] = nested(*find(call, button, "ActivityButton"));
}

HANDLE(ActivityAssets)
SET_OPTIONAL_TEXT(ActivityAssets, LargeImage)
SET_OPTIONAL_TEXT(ActivityAssets, LargeText)
SET_OPTIONAL_TEXT(ActivityAssets, LargeUrl)
SET_OPTIONAL_TEXT(ActivityAssets, SmallImage)
SET_OPTIONAL_TEXT(ActivityAssets, SmallText)
SET_OPTIONAL_TEXT(ActivityAssets, SmallUrl)
HANDLE(ActivityTimestamps)
SET_NUMBER(ActivityTimestamps, Start, uint64_t)
SET_NUMBER(ActivityTimestamps, End, uint64_t)
HANDLE(ActivityParty)
SET_TEXT(ActivityParty, Id)
SET_NUMBER(ActivityParty, CurrentSize, int32_t)
SET_NUMBER(ActivityParty, MaxSize, int32_t)
SET_NUMBER(ActivityParty, Privacy, int32_t)
HANDLE(ActivitySecrets)
SET_TEXT(ActivitySecrets, Join)
HANDLE(ActivityButton)
SET_TEXT(ActivityButton, Label)
SET_TEXT(ActivityButton, Url)

HANDLE(ActivityInvite)
CLONE(ActivityInvite)
GET_NUMBER(ActivityInvite, SenderId, uint64_t)
GET_NUMBER(ActivityInvite, ChannelId, uint64_t)
GET_NUMBER(ActivityInvite, MessageId, uint64_t)
GET_NUMBER(ActivityInvite, ApplicationId, uint64_t)
GET_NUMBER(ActivityInvite, Type, int32_t)
GET_TEXT(ActivityInvite, PartyId)
GET_TEXT(ActivityInvite, SessionId)
GET_NUMBER(ActivityInvite, IsValid, bool)

namespace stand_in {
namespace {

std::mutex mutex;
// Never destroyed, because the last report is written at exit.
std::string& activity_json = *new std::string("null");
std::string& launch_json = *new std::string("null");

bool set_launch(uint64_t application, const std::string& field) {
  const std::lock_guard lock(mutex);
  launch_json = "{\"applicationId\":" + quote(std::to_string(application)) + "," + field + "}";
  return true;
}

void set_activity(const std::string& json) {
  const std::lock_guard lock(mutex);
  activity_json = json;
}

void start_simulation(const Call& call, H c, Callback callback, const std::string& text = "") {
  start(find_client(call, c), call.name, callback, [text](const Operation&) { return Outcome{.texts = {text}}; });
}

}  // namespace

std::string last_activity() {
  const std::lock_guard lock(mutex);
  return activity_json;
}

std::string last_launch() {
  const std::lock_guard lock(mutex);
  return launch_json;
}

void forget_presence() {
  const std::lock_guard lock(mutex);
  activity_json = launch_json = "null";
}

}  // namespace stand_in

API void Discord_Client_UpdateRichPresence(H c, H activity, ASYNC) {
  const Call call(__func__);
  set_activity(to_json(*find(call, activity, "Activity")));
  start_simulation(call, c, GIVEN_CALLBACK(result));
}

API void Discord_Client_ClearRichPresence(H c) {
  find_client(Call(__func__), c);
  set_activity("null");
}

LISTENER(SetActivityJoinCallback, "join", join)
LISTENER(SetActivityJoinWithApplicationCallback, "join-with-application", join_with_application)
LISTENER(SetActivityInviteCreatedCallback, "invite", invite)
LISTENER(SetActivityInviteUpdatedCallback, "invite-update", invite)

API void Discord_Client_SendActivityJoinRequestReply(H c, H invite, ASYNC) {
  const Call call(__func__);
  find(call, invite, "ActivityInvite");
  start_simulation(call, c, GIVEN_CALLBACK(result));
}

API void Discord_Client_AcceptActivityInvite(H c, H invite, ASYNC) {
  const Call call(__func__);
  find(call, invite, "ActivityInvite");
  start_simulation(call, c, GIVEN_CALLBACK(secret), "accepted-secret");
}

API bool Discord_Client_RegisterLaunchCommand(H c, uint64_t application, S command) {
  find_client(Call(__func__), c);
  return set_launch(application, "\"command\":" + quote(copy(command)));
}

API bool Discord_Client_RegisterLaunchSteamApplication(H c, uint64_t application, uint32_t steam) {
  find_client(Call(__func__), c);
  return set_launch(application, "\"steamApplicationId\":" + std::to_string(steam));
}
