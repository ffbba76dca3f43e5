#pragma once

// Only this file includes node-addon-api, because the configuration must come before the header and be the same
// everywhere.

// Type tags and BigInt require version 8. An addon built for version 10 crashes when Node 20 loads it.
#define NAPI_VERSION 8
// Also converts standard exceptions such as `std::bad_alloc` to JavaScript errors. Uncaught, they would crash the game.
#define NODE_ADDON_API_CPP_EXCEPTIONS_ALL
#define NODE_ADDON_API_CPP_EXCEPTIONS
// Otherwise, an exception during a worker's termination would abort the process.
#define NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS
// Makes external buffers a compile error, because Electron forbids them.
#define NODE_API_NO_EXTERNAL_BUFFERS_ALLOWED
// Finalizers may run during garbage collection, so they must not access JavaScript.
#define NODE_ADDON_API_REQUIRE_BASIC_FINALIZERS
#define NODE_ADDON_API_DISABLE_DEPRECATED

#include <napi.h>
