#pragma once

// The only file that includes node-addon-api, for one configuration.

// Type tags and BigInt need 8; an addon for 10 crashes when Node 20 loads it.
#define NAPI_VERSION 8
// Also for standard exceptions such as `std::bad_alloc`.
#define NODE_ADDON_API_CPP_EXCEPTIONS_ALL
#define NODE_ADDON_API_CPP_EXCEPTIONS
// Otherwise, an exception in a terminating worker would abort the process.
#define NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS
// Electron forbids external buffers; this makes them a compile error.
#define NODE_API_NO_EXTERNAL_BUFFERS_ALLOWED
// Finalizers may run inside the garbage collector and must not touch JavaScript.
#define NODE_ADDON_API_REQUIRE_BASIC_FINALIZERS
#define NODE_ADDON_API_DISABLE_DEPRECATED

#include <napi.h>
