#include <algorithm>
#include <array>

#include "social_sdk/operations.h"
#include "social_sdk/receiver.h"

namespace slashpass::social_sdk {
namespace {

// ActivityActionTypes::JoinRequest.
constexpr std::int32_t join_request_type = 5;

/// A handle inside the activity. It is set only if one of its own fields is set.
struct Part {
  Part(const Lifetime& init, const Lifetime& drop) : handle(init, drop) {}

  OwnedHandle handle;
  bool is_used = false;
};

struct Parts {
  explicit Parts(const Api& api)
      : activity(api.activity_init, api.activity_drop),
        assets(api.assets_init, api.assets_drop),
        timestamps(api.timestamps_init, api.timestamps_drop),
        party(api.party_init, api.party_drop),
        secrets(api.secrets_init, api.secrets_drop) {}

  Part activity;
  Part assets;
  Part timestamps;
  Part party;
  Part secrets;
};

/// A field of an activity. Exactly one setter is set. The field is ignored if the library lacks its optional symbol.
struct Field {
  const char* name;
  Part Parts::* part;
  SetText Api::* text = nullptr;
  SetOptionalText Api::* optional_text = nullptr;
  SetNumber Api::* number = nullptr;
  SetOptionalNumber Api::* optional_number = nullptr;
  SetId Api::* id = nullptr;
};

constexpr std::array fields{
    Field{.name = "type", .part = &Parts::activity, .number = &Api::activity_set_type},
    Field{.name = "name", .part = &Parts::activity, .text = &Api::activity_set_name},
    Field{.name = "details", .part = &Parts::activity, .optional_text = &Api::activity_set_details},
    Field{.name = "details_url", .part = &Parts::activity, .optional_text = &Api::activity_set_details_url},
    Field{.name = "state", .part = &Parts::activity, .optional_text = &Api::activity_set_state},
    Field{.name = "state_url", .part = &Parts::activity, .optional_text = &Api::activity_set_state_url},
    Field{
        .name = "status_display_type", .part = &Parts::activity, .optional_number = &Api::activity_set_status_display},
    Field{.name = "large_image", .part = &Parts::assets, .optional_text = &Api::assets_set_large_image},
    Field{.name = "large_text", .part = &Parts::assets, .optional_text = &Api::assets_set_large_text},
    Field{.name = "large_url", .part = &Parts::assets, .optional_text = &Api::assets_set_large_url},
    Field{.name = "small_image", .part = &Parts::assets, .optional_text = &Api::assets_set_small_image},
    Field{.name = "small_text", .part = &Parts::assets, .optional_text = &Api::assets_set_small_text},
    Field{.name = "small_url", .part = &Parts::assets, .optional_text = &Api::assets_set_small_url},
    Field{.name = "start", .part = &Parts::timestamps, .id = &Api::timestamps_set_start},
    Field{.name = "end", .part = &Parts::timestamps, .id = &Api::timestamps_set_end},
    Field{.name = "party_id", .part = &Parts::party, .text = &Api::party_set_id},
    Field{.name = "current_size", .part = &Parts::party, .number = &Api::party_set_current_size},
    Field{.name = "max_size", .part = &Parts::party, .number = &Api::party_set_max_size},
    Field{.name = "privacy", .part = &Parts::party, .number = &Api::party_set_privacy},
    Field{.name = "join", .part = &Parts::secrets, .text = &Api::secrets_set_join},
};

void set(const Field& field, const Call& call, std::size_t at, Parts& parts) {
  const Api& api = call.api;
  Part& part = parts.*field.part;
  part.is_used = true;
  Handle* const handle = part.handle.get();
  Text text = call.text(at);
  std::int32_t number = call.number(at);
  if (field.text != nullptr) (api.*field.text)(handle, text);
  if (field.optional_text != nullptr && api.*field.optional_text) (api.*field.optional_text)(handle, &text);
  if (field.number != nullptr) (api.*field.number)(handle, number);
  if (field.optional_number != nullptr && api.*field.optional_number) (api.*field.optional_number)(handle, &number);
  if (field.id != nullptr) (api.*field.id)(handle, call.id(at));
}

void add_button(const Call& call, std::size_t at, Parts& parts) {
  const Api& api = call.api;
  if (!api.has("buttons")) return;
  OwnedHandle button(api.button_init, api.button_drop);
  api.button_set_label(button.get(), call.text(at));
  api.button_set_url(button.get(), call.text(at + 1));
  api.activity_add_button(parts.activity.handle.get(), button.get());
}

}  // namespace

// setActivity(name, value, …), where the name "button" has two values: label and URL.
std::optional<Values> set_activity(Call& call) {
  const Api& api = call.api;
  Parts parts(api);
  for (std::size_t at = 0; at + 1 < call.size(); at += 2) {
    const auto& name = call.string(at);
    const auto* field =
        std::find_if(fields.begin(), fields.end(), [&name](const Field& each) { return name == each.name; });
    if (field != fields.end()) {
      set(*field, call, at + 1, parts);
    } else if (name == "button") {
      add_button(call, ++at, parts);
    }
  }
  Handle* const activity = parts.activity.handle.get();
  if (parts.assets.is_used) api.activity_set_assets(activity, parts.assets.handle.get());
  if (parts.timestamps.is_used) api.activity_set_timestamps(activity, parts.timestamps.handle.get());
  if (parts.party.is_used) api.activity_set_party(activity, parts.party.handle.get());
  if (parts.secrets.is_used) api.activity_set_secrets(activity, parts.secrets.handle.get());
  api.update_rich_presence(call.self, activity, Receiver<Handle*>::receive, nullptr, call.user_data());
  return pending;
}

// acceptJoinRequest(player). Completes immediately if the request is no longer stored.
std::optional<Values> accept_join_request(Call& call) {
  JoinRequest* const request = call.client.find_join_request(call.id(0));
  if (request == nullptr) return Values{false};
  call.api.reply_to_join_request(call.self, request->invite.get(), Receiver<Handle*>::receive, nullptr,
                                 call.user_data());
  call.client.remove_join_request(call.id(0));
  return pending;
}

void receive_invite(Handle* invite, void* user_data) {
  Runner& runner = Runner::shared();
  if (!runner.is_current() || invite == nullptr) return;
  const Api& api = runner.api();
  const auto waiting = runner.take(number_of(user_data));
  if (waiting && api.invite_type(invite) == join_request_type) {
    const auto player = api.invite_sender_id(invite);
    waiting->client->add_join_request(player, invite);
    waiting->client->deliver({.name = waiting->name, .values = {player}});
  }
  api.invite_drop(invite);
}

}  // namespace slashpass::social_sdk
