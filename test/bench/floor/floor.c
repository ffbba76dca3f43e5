// The least that a call of an addon with a text can be: node_api.h alone, compiled when a bench asks for it (floor.js).
#define NAPI_VERSION 8
#include <node_api.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// same(text): the text. Nothing but the call.
static napi_value same(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value text;
  napi_get_cb_info(env, info, &count, &text, NULL, NULL);
  return text;
}

// readSame(text): the text, copied out of the heap of JavaScript first, as whoever looks into it has to.
static napi_value read_same(napi_env env, napi_callback_info info) {
  static char16_t units[4096];
  size_t count = 1, size = 0;
  napi_value text;
  napi_get_cb_info(env, info, &count, &text, NULL, NULL);
  napi_get_value_string_utf16(env, text, units, sizeof(units) / sizeof(*units), &size);
  return text;
}

// search(bytes): whether a byte that is not there is in the buffer, as fast as the C library reads.
static napi_value search(napi_env env, napi_callback_info info) {
  size_t count = 1, size = 0;
  void* bytes = NULL;
  napi_value buffer, found;
  napi_get_cb_info(env, info, &count, &buffer, NULL, NULL);
  napi_get_buffer_info(env, buffer, &bytes, &size);
  napi_get_boolean(env, memchr(bytes, 0, size) != NULL, &found);
  return found;
}

// threadCpu(): milliseconds of processor time of the thread that asks; Node 20 tells those of the whole process alone.
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
