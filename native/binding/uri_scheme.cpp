#include "scheme/uri_scheme.h"

#include <limits>

#include "binding/arguments.h"
#include "binding/status.h"

namespace slashpass::binding {
namespace {

// In every function, the first two arguments are the scheme and the application id.
SchemeOwner owner(const Napi::CallbackInfo& info) { return {name_argument(info, 0), name_argument(info, 1)}; }

// The opener is the third argument.
SchemeOwner owner_with_opener(const Napi::CallbackInfo& info) {
  return {name_argument(info, 0), name_argument(info, 1), bytes_argument(info, 2)};
}

Napi::Value status(const Napi::CallbackInfo& info) {
  const auto found = value_or_throw(info.Env(), redirect_scheme_status(owner_with_opener(info)));
  auto status = Napi::Object::New(info.Env());
  status.Set("owner", found.owner);
  status.Set("ours", found.ours);
  status.Set("stale", found.stale);
  if (found.leftover) {
    auto leftover = Napi::Object::New(info.Env());
    leftover.Set("applicationId", found.leftover->application);
    leftover.Set("program", found.leftover->program);
    status.Set("leftover", leftover);
  }
  return status;
}

void register_redirect(const Napi::CallbackInfo& info) {
  auto owner = owner_with_opener(info);
  owner.script = name_argument(info, 5);
  value_or_throw(info.Env(), register_redirect_scheme(owner, name_argument(info, 3), flag_argument(info, 4)));
}

Napi::Value unregister_redirect(const Napi::CallbackInfo& info) {
  const bool removed = value_or_throw(info.Env(), unregister_redirect_scheme(owner(info)));
  return Napi::Boolean::New(info.Env(), removed);
}

void launch(const Napi::CallbackInfo& info) {
  value_or_throw(info.Env(), register_launch(owner_with_opener(info), name_argument(info, 3)));
}

void steam_launch(const Napi::CallbackInfo& info) {
  const auto application = whole_argument(info, 3, 0U, std::numeric_limits<std::uint32_t>::max());
  value_or_throw(info.Env(), register_steam_launch(owner_with_opener(info), application));
}

Napi::Value launch_state(const Napi::CallbackInfo& info) {
  const auto env = info.Env();
  const auto found = value_or_throw(env, launch_status(owner(info)));
  auto command = Napi::Array::New(env, found.command.size());
  for (std::uint32_t index = 0; index < found.command.size(); index++) command.Set(index, found.command[index]);
  auto status = Napi::Object::New(env);
  status.Set("command", command);
  status.Set("works", found.works);
  return status;
}

Napi::Value unregister_launch_command(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), value_or_throw(info.Env(), unregister_launch(owner(info))));
}

}  // namespace

void define_uri_scheme(Napi::Env env, Napi::Object exports) {
  exports.Set("redirectSchemeStatus", Napi::Function::New<status>(env));
  exports.Set("registerRedirectScheme", Napi::Function::New<register_redirect>(env));
  exports.Set("unregisterRedirectScheme", Napi::Function::New<unregister_redirect>(env));
  exports.Set("registerLaunch", Napi::Function::New<launch>(env));
  exports.Set("registerSteamLaunch", Napi::Function::New<steam_launch>(env));
  exports.Set("launchStatus", Napi::Function::New<launch_state>(env));
  exports.Set("unregisterLaunch", Napi::Function::New<unregister_launch_command>(env));
}

}  // namespace slashpass::binding
