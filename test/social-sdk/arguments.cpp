// Argument and result handles, and memory management.
#include "objects.h"

namespace stand_in {

void set(const Call& call, H handle, const char* kind, const char* name, const std::optional<Value>& value) {
  const auto object = find(call, handle, kind);
  object->fields.erase(name);
  if (value) object->fields[name] = *value;
}

bool get(const Call& call, H handle, const char* kind, const char* name, S* out) {
  const auto object = find(call, handle, kind);
  if (object->has(name)) *out = give(object->text(name));
  return object->has(name);
}

bool get(const Call& call, H handle, const char* kind, const char* name, H out) {
  const auto object = find(call, handle, kind);
  if (object->has(name)) create(call, out, *std::get<std::shared_ptr<Object>>(object->fields[name]));
  return object->has(name);
}

}  // namespace stand_in

using namespace stand_in;

HANDLE(AuthorizationCodeChallenge)
NUMBER(AuthorizationCodeChallenge, Method, int32_t)
TEXT(AuthorizationCodeChallenge, Challenge)

DROP(AuthorizationCodeVerifier)
CLONE(AuthorizationCodeVerifier)
TEXT(AuthorizationCodeVerifier, Verifier)
SET_OBJECT(AuthorizationCodeVerifier, Challenge, AuthorizationCodeChallenge)
API void Discord_AuthorizationCodeVerifier_Challenge(H h, H out) {
  get(Call(__func__), h, "AuthorizationCodeVerifier", "Challenge", out);
}

HANDLE(ClientCreateOptions)
TEXT(ClientCreateOptions, ApiBase)
TEXT(ClientCreateOptions, WebBase)

HANDLE(AuthorizationArgs)
CLONE(AuthorizationArgs)
NUMBER(AuthorizationArgs, ClientId, uint64_t)
TEXT(AuthorizationArgs, Scopes)
OPTIONAL_TEXT(AuthorizationArgs, State)
OPTIONAL_TEXT(AuthorizationArgs, Nonce)
GET_OPTIONAL(AuthorizationArgs, CodeChallenge, H)
SET_OBJECT(AuthorizationArgs, CodeChallenge, AuthorizationCodeChallenge)
OPTIONAL_NUMBER(AuthorizationArgs, IntegrationType, int32_t)
OPTIONAL_TEXT(AuthorizationArgs, CustomSchemeParam)

HANDLE(DeviceAuthorizationArgs)
CLONE(DeviceAuthorizationArgs)
NUMBER(DeviceAuthorizationArgs, ClientId, uint64_t)
TEXT(DeviceAuthorizationArgs, Scopes)

DROP(ClientResult)
GET_NUMBER(ClientResult, Type, int32_t)
GET_TEXT(ClientResult, Error)
GET_NUMBER(ClientResult, ErrorCode, int32_t)
GET_NUMBER(ClientResult, Status, int32_t)
GET_NUMBER(ClientResult, Retryable, bool)
GET_TEXT(ClientResult, ResponseBody)
API bool Discord_ClientResult_Successful(H h) {
  return find(Call(__func__), h, "ClientResult")->number("Type", 1) == 0;
}
API float Discord_ClientResult_RetryAfter(H h) {
  return static_cast<float>(find(Call(__func__), h, "ClientResult")->number("RetryAfterMs")) / 1000;
}
API void Discord_ClientResult_ToString(H h, S* out) {
  const auto result = find(Call(__func__), h, "ClientResult");
  *out = give("ClientResult " + std::to_string(result->number("Type")) + ": " + result->text("Error"));
}

API void* Discord_Alloc(size_t size) {
  const Call call(__func__);
  return allocate(size);
}
API void Discord_Free(void* memory) { release(Call(__func__), memory); }
API void Discord_FreeProperties(Discord_Properties properties) {
  const Call call(__func__);
  for (size_t i = 0; i < properties.size; i++) {
    release(call, properties.keys[i].ptr);
    release(call, properties.values[i].ptr);
  }
  release(call, properties.keys);
  release(call, properties.values);
}
