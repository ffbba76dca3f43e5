"""Makes each mistake that the stand-in must detect and prints the reports as JSON.

Usage: mistakes.py LIBRARY
"""

import ctypes
import json
import sys
import threading
from ctypes import byref, c_int32, c_uint64, c_void_p

from library import FREE, Handle, Library, String, report, string

library = Library(sys.argv[1])
call = library.call


def with_client(act):
    client = Handle()
    call("Client_Init", byref(client))
    act(client)
    call("Client_Drop", byref(client))


def double_drop():
    args = Handle()
    call("AuthorizationArgs_Init", byref(args))
    for _ in range(2):
        call("AuthorizationArgs_Drop", byref(args))


def use_after_drop():
    args = Handle()
    call("AuthorizationArgs_Init", byref(args))
    call("AuthorizationArgs_Drop", byref(args))
    call("AuthorizationArgs_SetScopes", byref(args), string("openid"))


def not_initialised():
    call("Client_Connect", byref(Handle()))


def wrong_kind():
    args = Handle()
    call("DeviceAuthorizationArgs_Init", byref(args))
    call("AuthorizationArgs_Drop", byref(args))
    call("DeviceAuthorizationArgs_Drop", byref(args))


def double_free():
    text = String()
    call("Client_GetVersionHash", byref(text))
    for _ in range(2):
        call("Free", ctypes.cast(text.ptr, c_void_p))


def unknown_free():
    call("Free", c_void_p(0x1000))


def on_other_thread(act):
    thread = threading.Thread(target=act)
    thread.start()
    thread.join()


def wrong_thread():
    with_client(lambda client: on_other_thread(lambda: call("RunCallbacks")))


def free_threaded():
    """Not a mistake."""
    call("SetFreeThreaded")
    wrong_thread()


def free_threaded_too_late():
    with_client(lambda client: call("SetFreeThreaded"))


def pump_in_callback():
    def act(client):
        library.listen(byref(client), "Client_UpdateToken", lambda result: call("RunCallbacks"), c_int32(1), string("t"))
        library.pump(lambda: not library.callbacks)

    with_client(act)


def wrong_order():
    def act(client):
        library.listen(byref(client), "Client_UpdateToken", lambda result: None, c_int32(1), string("token"))
        call("Client_Connect", byref(client))
        call("Client_RegisterAuthorizeRequestCallback", byref(client), None, None, None)
        call("Client_SetApplicationId", byref(client), c_uint64(1))
        call("Client_RegisterAuthorizeRequestCallback", byref(client), None, None, None)

    with_client(act)


def no_drop():
    def act(client):
        ignore = ctypes.CFUNCTYPE(None, c_void_p, c_void_p)(lambda result, user_data: done.append(user_data))
        done = []
        call("Client_UpdateToken", byref(client), c_int32(1), string("token"), ignore, FREE(), c_void_p(1))
        library.pump(lambda: done)

    with_client(act)


def no_free():
    with_client(lambda client: call("Client_GetDefaultPresenceScopes", byref(String())))


def no_client_drop():
    client = Handle()
    call("Client_Init", byref(client))
    library.listen(byref(client), "Client_SetTokenExpirationCallback", lambda: None)


def dropped_in_callback():
    """Not a mistake."""
    client = Handle()
    call("Client_Init", byref(client))
    drop = lambda result: call("Client_Drop", byref(client))
    library.listen(byref(client), "Client_UpdateToken", drop, c_int32(1), string("token"))
    library.listen(byref(client), "Client_UpdateToken", drop, c_int32(1), string("token"))
    library.pump(lambda: not library.callbacks)


def dropped_in_log_callback():
    """Not a mistake."""
    client = Handle()
    call("Client_Init", byref(client))
    for _ in range(2):
        library.listen(
            byref(client), "Client_AddLogCallback", lambda *_: call("Client_Drop", byref(client)), c_int32(1)
        )
    library.pump(lambda: not library.callbacks)


def callback_waits_for_thread():
    """Must not deadlock."""

    def act(client):
        wait = lambda result: on_other_thread(lambda: call("Client_GetStatus", byref(client)))
        library.listen(byref(client), "Client_UpdateToken", wait, c_int32(1), string("token"))
        library.pump(lambda: not library.callbacks)

    with_client(act)


reports = {}
for mistake in [value for name, value in list(globals().items()) if getattr(value, "__code__", None)]:
    if mistake.__module__ == "__main__" and mistake.__code__.co_argcount == 0:
        library.native.StandIn_Reset()
        library.callbacks.clear()
        mistake()
        found = report(library)
        kinds = [[violation["kind"], violation["call"]] for violation in found["violations"]]
        reports[mistake.__name__] = {"violations": kinds, "live": found["live"]}
print(json.dumps(reports))
