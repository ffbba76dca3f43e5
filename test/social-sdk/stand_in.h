/// A stand-in for the vendor's Social SDK in tests. It exports the C functions of the vendor's library, sends requests
/// to the emulator over plain HTTP and reports its caller's mistakes. Nothing here comes from the vendor.
///
/// Environment variables:
/// - `STAND_IN_BROWSER`: opens authorize URLs and the device flow's verification URL. If it is an `http://` URL, it is
///   requested with the percent-encoded address appended (`http://127.0.0.1:8000/open?url=`). Otherwise it is a program
///   that is started with the address as its only argument. If the variable is not set, nothing is opened, and
///   `StandIn_OpenedUrl` returns the address.
/// - `STAND_IN_FAULTS`: a comma-separated list of settings for `StandIn_Set`, such as `null-result,error-type=2`. The
///   value defaults to 1. The variable is read when the first client is initialised and again after `StandIn_Reset`.
/// - `STAND_IN_REPORT`: a file for programs that cannot call the hooks. It is replaced when a client is dropped, after
///   commands, and when the process exits: `{ "report", "activity", "launch", "openedUrl" }`, as the hooks return them.
/// - `STAND_IN_COMMANDS`: a file of at most 1,000 bytes with a list in the format of `STAND_IN_FAULTS`. `RunCallbacks`
///   applies the list and removes the file. Create the file under another name, then rename it.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
#define STAND_IN_EXPORT extern "C" __declspec(dllexport)
#else
#define STAND_IN_EXPORT extern "C" __attribute__((visibility("default")))
#endif

struct Discord_String {
  uint8_t* ptr;
  size_t size;
};

struct Discord_Properties {
  size_t size;
  Discord_String* keys;
  Discord_String* values;
};

/// The structure of every handle. `opaque` is a number that is never reused (not an address), so that the use of a
/// dropped handle is always detected.
struct StandIn_Handle {
  void* opaque;
};

using Discord_FreeUserData = void (*)(void* user_data);

/// Writes a NUL-terminated JSON object to `out` and returns the required length without the NUL:
/// - `live`: the number of handles, strings (`String`) and callbacks (`Callback`: `free(userData)` has not run), by
///   kind. Kinds without live objects are omitted, so `{}` means that nothing leaks.
/// - `created`: the same numbers for all objects created since the last reset.
/// - `violations`: a list of `{ "kind", "call", "count" }`. Kinds: `double-drop`, `use-after-drop`, `not-initialised`,
///   `wrong-kind`, `double-free`, `unknown-free`, `wrong-thread`, `pump-in-callback` (`RunCallbacks` called by a
///   callback), `free-threaded-too-late`, `wrong-order` (`Connect` before the callback of `UpdateToken`,
///   `RegisterAuthorizeRequestCallback` without an application id).
/// - `calls`: the number of calls by function.
STAND_IN_EXPORT size_t StandIn_Report(char* out, size_t size);

/// Discards all objects, counts and settings, and cancels pending operations without calling any function. Existing
/// handles become unknown.
STAND_IN_EXPORT void StandIn_Reset(void);

/// Returns the last activity (JSON; `null` if there is none), the last registered launch command (JSON with
/// `applicationId` and `command` or `steamApplicationId`), or the last opened address. Same convention as
/// `StandIn_Report`.
STAND_IN_EXPORT size_t StandIn_Activity(char* out, size_t size);
STAND_IN_EXPORT size_t StandIn_Launch(char* out, size_t size);
STAND_IN_EXPORT size_t StandIn_OpenedUrl(char* out, size_t size);

/// Changes a setting. Returns false if the setting is unknown.
///
/// Faults. The value is the number of times that the fault occurs (-1: always, 0: never):
/// - `null-result`: a callback receives a null `ClientResult*`.
/// - `never-answer`: an operation never calls its callback. `free(userData)` runs when the client is dropped.
/// - `huge-string`: the callback's first string has a size of 2 MiB and an invalid address.
/// - `late-callback`: operations that are pending when the client is dropped call their callbacks in the next
///   `RunCallbacks`, with ClientDestroyed. Without this fault, only `free(userData)` runs, in `Drop`.
/// - `repeated-callback`: a callback is called again by the next `RunCallbacks`, after `free(userData)`.
/// - `empty-null`: empty strings have a null pointer.
/// - `reject-http`: an operation sends no request and fails with NetworkError.
///
/// Other settings:
/// - `error-type`: the next operation sends no request and fails with this error type (`HTTPError`: status 500).
/// - `random`: a seed. About half of the operations then have one of the faults above or fail with an error type.
///
/// Events, delivered by the next `RunCallbacks`:
/// - `expire-token`: calls the token expiration callback, once for each token.
/// - `authorize-request`, `close-device-screen`: call these callbacks.
/// - `join`: calls the activity join callbacks with the secret `secret-VALUE`.
/// - `invite`: calls the invite-created callback with an invite of this type.
/// - `invite-update`: calls the invite-updated callback.
/// - `connection-lost`: disconnects with the error "unexpected close" and this detail.
STAND_IN_EXPORT bool StandIn_Set(const char* what, int value);
