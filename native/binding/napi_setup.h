#pragma once

// The only file that includes node-addon-api: its configuration must be the same, and come first, everywhere.

// Type tags and BigInt are in 8; 10 crashes when Node 20 loads it.
#define NAPI_VERSION 8
// Also those of the standard library, which are about memory: the game gets an error and lives on.
#define NODE_ADDON_API_CPP_EXCEPTIONS_ALL
#define NODE_ADDON_API_CPP_EXCEPTIONS
// Without it, a throw while a worker ends takes the whole process down.
#define NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS
// Electron forbids external buffers; with this they do not compile.
#define NODE_API_NO_EXTERNAL_BUFFERS_ALLOWED
// Finalizers may run inside the garbage collector and must not touch JavaScript.
#define NODE_ADDON_API_REQUIRE_BASIC_FINALIZERS
#define NODE_ADDON_API_DISABLE_DEPRECATED

#include <napi.h>
