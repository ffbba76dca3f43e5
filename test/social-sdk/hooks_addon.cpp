// A Node.js addon that calls the StandIn_ functions of a library in this process.
#define NAPI_VERSION 8
#include <node_api.h>

#include <string>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace {

#ifdef _WIN32
HMODULE library;
HMODULE load(const std::string& path) { return LoadLibraryA(path.c_str()); }
void* address_of(const std::string& name) { return reinterpret_cast<void*>(GetProcAddress(library, name.c_str())); }
#else
void* library;
void* load(const std::string& path) { return dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL); }
void* address_of(const std::string& name) { return dlsym(library, name.c_str()); }
#endif

template <class Function>
Function* find(const std::string& name) {
  return reinterpret_cast<Function*>(address_of(name));
}

std::string string_of(napi_env env, napi_value value) {
  size_t size = 0;
  napi_get_value_string_utf8(env, value, nullptr, 0, &size);
  std::string text(size, '\0');
  napi_get_value_string_utf8(env, value, text.data(), size + 1, &size);
  return text;
}

// open(path): the other functions then use this library.
napi_value open(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value path = nullptr;
  napi_get_cb_info(env, info, &count, &path, nullptr, nullptr);
  library = load(string_of(env, path));
  if (library == nullptr) napi_throw_error(env, nullptr, "The stand-in cannot be loaded.");
  return nullptr;
}

// read(name): the result of StandIn_Report or a similar function.
napi_value read(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value name = nullptr;
  napi_get_cb_info(env, info, &count, &name, nullptr, nullptr);
  auto* const function = find<size_t(char*, size_t)>(string_of(env, name));
  std::string text(function(nullptr, 0) + 4096, '\0');
  const size_t size = function(text.data(), text.size());
  napi_value result = nullptr;
  napi_create_string_utf8(env, text.data(), size, &result);
  return result;
}

napi_value set(napi_env env, napi_callback_info info) {
  size_t count = 2;
  napi_value given[2] = {};
  napi_get_cb_info(env, info, &count, given, nullptr, nullptr);
  int32_t value = 0;
  napi_get_value_int32(env, given[1], &value);
  auto* const function = find<bool(const char*, int)>("StandIn_Set");
  napi_value result = nullptr;
  napi_get_boolean(env, function(string_of(env, given[0]).c_str(), value), &result);
  return result;
}

napi_value reset(napi_env, napi_callback_info) {
  find<void()>("StandIn_Reset")();
  return nullptr;
}

}  // namespace

NAPI_MODULE_INIT() {
  const napi_property_descriptor functions[] = {
      {"open", nullptr, open, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
      {"read", nullptr, read, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
      {"set", nullptr, set, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
      {"reset", nullptr, reset, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
  };
  napi_define_properties(env, exports, 4, functions);
  return exports;
}
