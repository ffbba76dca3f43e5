/// Macros that define functions for handles and fields.
#pragma once

#include <optional>

#include "registry.h"

namespace stand_in {

using H = StandIn_Handle*;
using S = Discord_String;

void set(const Call& call, H handle, const char* kind, const char* name, const std::optional<Value>& value);
/// Nested objects are copied.
inline Value nested(const Object& object) { return std::make_shared<Object>(object); }

template <class T>
std::optional<Value> number_at(const T* value) {
  return value ? std::optional<Value>(static_cast<int64_t>(*value)) : std::nullopt;
}
inline std::optional<Value> text_at(const S* value) {
  return value ? std::optional<Value>(copy(*value)) : std::nullopt;
}

bool get(const Call& call, H handle, const char* kind, const char* name, S* out);
bool get(const Call& call, H handle, const char* kind, const char* name, H out);

}  // namespace stand_in

#define API STAND_IN_EXPORT
/// The last parameters of every asynchronous function.
#define ASYNC void *function, Discord_FreeUserData free, void *user_data
#define GIVEN_CALLBACK(shape_name) (Callback{function, free, user_data, Shape::shape_name})

#define INIT(Kind) \
  API void Discord_##Kind##_Init(H h) { create(Call(__func__), h, Object(#Kind)); }
#define DROP(Kind) \
  API void Discord_##Kind##_Drop(H h) { drop(Call(__func__), h, #Kind); }
#define CLONE(Kind)                                 \
  API void Discord_##Kind##_Clone(H copy_to, H h) { \
    const Call call(__func__);                      \
    create(call, copy_to, *find(call, h, #Kind));   \
  }
#define GET_NUMBER(Kind, Name, Type) \
  API Type Discord_##Kind##_##Name(H h) { return static_cast<Type>(find(Call(__func__), h, #Kind)->number(#Name)); }
#define SET_NUMBER(Kind, Name, Type) \
  API void Discord_##Kind##_Set##Name(H h, Type v) { set(Call(__func__), h, #Kind, #Name, number_at(&v)); }
#define GET_OPTIONAL_NUMBER(Kind, Name, Type)                     \
  API bool Discord_##Kind##_##Name(H h, Type* out) {              \
    const auto object = find(Call(__func__), h, #Kind);           \
    if (!object->has(#Name)) return false;                        \
    return *out = static_cast<Type>(object->number(#Name)), true; \
  }
#define SET_OPTIONAL_NUMBER(Kind, Name, Type) \
  API void Discord_##Kind##_Set##Name(H h, Type* v) { set(Call(__func__), h, #Kind, #Name, number_at(v)); }
#define GET_TEXT(Kind, Name) \
  API void Discord_##Kind##_##Name(H h, S* out) { *out = give(find(Call(__func__), h, #Kind)->text(#Name)); }
#define SET_TEXT(Kind, Name) \
  API void Discord_##Kind##_Set##Name(H h, S v) { set(Call(__func__), h, #Kind, #Name, copy(v)); }
#define GET_OPTIONAL(Kind, Name, Out) \
  API bool Discord_##Kind##_##Name(H h, Out out) { return get(Call(__func__), h, #Kind, #Name, out); }
#define SET_OPTIONAL_TEXT(Kind, Name) \
  API void Discord_##Kind##_Set##Name(H h, S* v) { set(Call(__func__), h, #Kind, #Name, text_at(v)); }
#define SET_OBJECT(Kind, Name, Nested)                                                                    \
  API void Discord_##Kind##_Set##Name(H h, H v) {                                                         \
    const Call call(__func__);                                                                            \
    set(call, h, #Kind, #Name, v ? std::optional<Value>(nested(*find(call, v, #Nested))) : std::nullopt); \
  }

#define HANDLE(Kind) INIT(Kind) DROP(Kind)
#define NUMBER(Kind, Name, Type) GET_NUMBER(Kind, Name, Type) SET_NUMBER(Kind, Name, Type)
#define TEXT(Kind, Name) GET_TEXT(Kind, Name) SET_TEXT(Kind, Name)
#define OPTIONAL_NUMBER(Kind, Name, Type) GET_OPTIONAL_NUMBER(Kind, Name, Type) SET_OPTIONAL_NUMBER(Kind, Name, Type)
#define OPTIONAL_TEXT(Kind, Name) GET_OPTIONAL(Kind, Name, S*) SET_OPTIONAL_TEXT(Kind, Name)
#define LISTENER(Function, name, shape)                         \
  API void Discord_Client_##Function(H c, ASYNC) {              \
    const Call call(__func__);                                  \
    listen(*find_client(call, c), name, GIVEN_CALLBACK(shape)); \
  }
/// A function that only checks its client.
#define NOTHING(Function, ...) \
  API void Discord_Client_##Function(H c, ##__VA_ARGS__) { find_client(Call(__func__), c); }
