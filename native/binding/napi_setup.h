#pragma once

// The only file that includes node-addon-api: the configuration must be the same everywhere and precede the header.

// Type tags and BigInt require 8; an addon built for 10 crashes when Node 20 loads it.
#define NAPI_VERSION 8
// Also converts standard exceptions such as `std::bad_alloc`, so that the game gets an error instead of crashing.
#define NODE_ADDON_API_CPP_EXCEPTIONS_ALL
#define NODE_ADDON_API_CPP_EXCEPTIONS
// Without this, an exception while a worker terminates would abort the process.
#define NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS
// Electron forbids external buffers; this makes them a compile error.
#define NODE_API_NO_EXTERNAL_BUFFERS_ALLOWED
// Finalizers may run inside the garbage collector and must not touch JavaScript.
#define NODE_ADDON_API_REQUIRE_BASIC_FINALIZERS
#define NODE_ADDON_API_DISABLE_DEPRECATED

#include <napi.h>
