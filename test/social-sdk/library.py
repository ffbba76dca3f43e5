"""Loads a Social SDK library with ctypes and calls it according to its conventions."""

import ctypes
import json
import os
import time
from ctypes import POINTER, byref, c_bool, c_char, c_float, c_int32, c_size_t, c_uint64, c_uint8, c_void_p


class String(ctypes.Structure):
    _fields_ = [("ptr", POINTER(c_uint8)), ("size", c_size_t)]


class Handle(ctypes.Structure):
    _fields_ = [("opaque", c_void_p)]


class Invite(Handle):
    """Distinguishes invites from results among a callback's parameters."""


HANDLE = POINTER(Handle)
INVITE = POINTER(Invite)
FREE = ctypes.CFUNCTYPE(None, c_void_p)
LIMIT = 1 << 20
# An operation's time limit.
ANSWER_SECONDS = float(os.environ.get("ANSWER_SECONDS", "20"))

# The parameters of each kind of callback, without the user data.
RESULT = [HANDLE]
CODE = [HANDLE, String, String]
TOKEN = [HANDLE, String, String, c_int32, c_int32, String]
CHILD = [HANDLE, String, c_int32, c_int32, String]
USER = [HANDLE, c_uint64, String]
SECRET = [HANDLE, String]
STATUS = [c_int32, c_int32, c_int32]
LOG = [String, c_int32]

SIGNATURES = {
    "Client_Authorize": ([HANDLE], CODE),
    "Client_GetToken": ([c_uint64, String, String, String], TOKEN),
    "Client_RefreshToken": ([c_uint64, String], TOKEN),
    "Client_UpdateToken": ([c_int32, String], RESULT),
    "Client_RevokeToken": ([c_uint64, String], RESULT),
    "Client_ExchangeChildToken": ([String, c_uint64], CHILD),
    "Client_FetchCurrentUser": ([c_int32, String], USER),
    "Client_GetTokenFromDevice": ([HANDLE], TOKEN),
    "Client_GetProvisionalToken": ([c_uint64, c_int32, String], TOKEN),
    "Client_GetTokenFromProvisionalMerge": ([c_uint64, String, String, String, c_int32, String], TOKEN),
    "Client_GetTokenFromDeviceProvisionalMerge": ([HANDLE, c_int32, String], TOKEN),
    "Client_UpdateProvisionalAccountDisplayName": ([String], RESULT),
    "Client_SetAuthorizeDeviceScreenClosedCallback": ([], []),
    "Client_UnmergeIntoProvisionalAccount": ([c_uint64, c_int32, String], RESULT),
    "Client_UpdateRichPresence": ([HANDLE], RESULT),
    "Client_SendActivityJoinRequestReply": ([HANDLE], RESULT),
    "Client_AcceptActivityInvite": ([HANDLE], SECRET),
    "Client_SetActivityJoinCallback": ([], [String]),
    "Client_SetActivityJoinWithApplicationCallback": ([], [c_uint64, String]),
    "Client_SetActivityInviteCreatedCallback": ([], [INVITE]),
    "Client_SetActivityInviteUpdatedCallback": ([], [INVITE]),
    "Client_RegisterAuthorizeRequestCallback": ([], []),
    "Client_SetStatusChangedCallback": ([], STATUS),
    "Client_SetTokenExpirationCallback": ([], []),
    "Client_AddLogCallback": ([], LOG),
}


class Failure(Exception):
    def __init__(self, result):
        super().__init__(result["error"])
        self.result = result


class Library:
    """Calls one library with one client on one thread."""

    def __init__(self, path):
        self.native = ctypes.CDLL(path)
        # Keyed by user data. The library calls `free` when it no longer needs an entry.
        self.callbacks = {}
        # Function pointers stay valid after `free`, because the library may call them again.
        self.functions = []
        # Calls with user data that is not in the table.
        self.strays = 0
        self.freed = FREE(self.free_user_data)

    def call(self, name, *arguments, returns=None):
        function = getattr(self.native, f"Discord_{name}")
        function.restype = returns
        return function(*arguments)

    def free_user_data(self, user_data):
        if self.callbacks.pop(user_data, None) is None:
            self.strays += 1

    def take(self, text):
        """Copies a string that the library returned and frees the original."""
        if text.size > LIMIT:
            raise ValueError(f"a string of {text.size} bytes")
        value = ctypes.string_at(text.ptr, text.size).decode() if text.size else ""
        self.call("Free", ctypes.cast(text.ptr, c_void_p))
        return value

    def get(self, name, *arguments):
        out = String()
        self.call(name, *arguments, byref(out))
        return self.take(out)

    def take_result(self, handle):
        if not handle:
            return {"ok": False, "type": None, "error": "null result"}
        result = {
            "ok": self.call("ClientResult_Successful", handle, returns=c_bool),
            "type": self.call("ClientResult_Type", handle, returns=c_int32),
            "error": self.get("ClientResult_Error", handle),
            "code": self.call("ClientResult_ErrorCode", handle, returns=c_int32),
            "status": self.call("ClientResult_Status", handle, returns=c_int32),
            "retryable": self.call("ClientResult_Retryable", handle, returns=c_bool),
            "retryAfter": self.call("ClientResult_RetryAfter", handle, returns=c_float),
            "body": self.get("ClientResult_ResponseBody", handle),
        }
        self.get("ClientResult_ToString", handle)
        self.call("ClientResult_Drop", handle)
        return result

    def take_invite(self, handle):
        """Returns a copy, which the caller drops."""
        copy = Handle()
        self.call("ActivityInvite_Clone", byref(copy), handle)
        self.call("ActivityInvite_Drop", handle)
        return copy

    def take_parameter(self, value):
        if isinstance(value, String):
            try:
                return self.take(value)
            except ValueError as error:
                return error
        if isinstance(value, INVITE):
            return self.take_invite(value)
        return self.take_result(value) if isinstance(value, HANDLE) else value

    def listen(self, client, name, receive, *more):
        """Calls an asynchronous function. `receive` gets the callback's parameters as Python values."""
        parameters = SIGNATURES[name][1]

        def run(*values):
            taken = [self.take_parameter(value) for value in values[:-1]]
            if values[-1] in self.callbacks:
                receive(*taken)
            else:
                self.strays += 1

        function = ctypes.CFUNCTYPE(None, *parameters, c_void_p)(run)
        self.functions.append(function)
        user_data = len(self.functions)
        self.callbacks[user_data] = name
        inputs, trailing = more[: len(SIGNATURES[name][0])], more[len(SIGNATURES[name][0]) :]
        self.call(name, client, *inputs, function, self.freed, c_void_p(user_data), *trailing)

    def pump(self, is_done):
        end = time.monotonic() + ANSWER_SECONDS
        while not is_done() and time.monotonic() < end:
            self.call("RunCallbacks")
            time.sleep(0.002)

    def ask(self, client, name, *inputs):
        """Calls an asynchronous function and waits. Returns the parameters after the result."""
        answers = []
        self.listen(client, name, lambda *values: answers.append(values), *inputs)
        self.pump(lambda: answers)
        if not answers:
            raise Failure({"ok": False, "type": None, "error": "no answer"})
        result, *values = answers[0]
        if not result["ok"]:
            raise Failure(result)
        for value in values:
            if isinstance(value, ValueError):
                raise Failure({"ok": False, "type": None, "error": "huge string"})
        return values


def string(text):
    data = text.encode()
    # Keeps the buffer alive through the array's reference.
    array = (c_uint8 * len(data)).from_buffer_copy(data) if data else None
    return String(ctypes.cast(array, POINTER(c_uint8)) if data else None, len(data))


def report(library, hook="StandIn_Report"):
    """Returns the JSON from a hook that exists only in the stand-in."""
    function = getattr(library.native, hook)
    function.restype = c_size_t
    size = function(None, c_size_t(0)) + 1
    out = (c_char * size)()
    function(out, c_size_t(size))
    return json.loads(out.value)
