// The cheapest calls that pass a string to an addon, using only node_api.h. Compiled by floor.js.
#define NAPI_VERSION 8
#include <node_api.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// same(text) returns the text, to measure only the call.
static napi_value same(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value text;
  napi_get_cb_info(env, info, &count, &text, NULL, NULL);
  return text;
}

// readSame(text) also copies the text out of the JavaScript heap, which is required to read it.
static napi_value read_same(napi_env env, napi_callback_info info) {
  static char16_t units[4096];
  size_t count = 1, size = 0;
  napi_value text;
  napi_get_cb_info(env, info, &count, &text, NULL, NULL);
  napi_get_value_string_utf16(env, text, units, sizeof(units) / sizeof(*units), &size);
  return text;
}

// search(bytes) searches the buffer for an absent byte, as fast as the C library can.
static napi_value search(napi_env env, napi_callback_info info) {
  size_t count = 1, size = 0;
  void* bytes = NULL;
  napi_value buffer, found;
  napi_get_cb_info(env, info, &count, &buffer, NULL, NULL);
  napi_get_buffer_info(env, buffer, &bytes, &size);
  napi_get_boolean(env, memchr(bytes, 0, size) != NULL, &found);
  return found;
}

// threadCpu() returns the thread's processor time in milliseconds; Node 20 can only report the whole process's.
static napi_value thread_cpu(napi_env env, napi_callback_info info) {
  struct timespec used;
  napi_value ms;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  napi_create_double(env, used.tv_sec * 1e3 + used.tv_nsec / 1e6, &ms);
  return ms;
}

NAPI_MODULE_INIT() {
  const napi_property_descriptor functions[] = {
      {"same", NULL, same, NULL, NULL, NULL, napi_enumerable, NULL},
      {"readSame", NULL, read_same, NULL, NULL, NULL, napi_enumerable, NULL},
      {"search", NULL, search, NULL, NULL, NULL, napi_enumerable, NULL},
      {"threadCpu", NULL, thread_cpu, NULL, NULL, NULL, napi_enumerable, NULL},
  };
  napi_define_properties(env, exports, sizeof(functions) / sizeof(*functions), functions);
  return exports;
}
