"""Signs in through a Social SDK library and prints the results as JSON.

Usage: client.py LIBRARY API_BASE WEB_BASE APPLICATION_ID STEP...

A step is the name of a method of `Player`.
"""

import base64
import hashlib
import json
import os
import sys
from ctypes import byref, c_int, c_int32, c_uint64

from fields import Fields
from library import Failure, Handle, Library, report, string
from presence import Presence

STEAM = c_int32(3)


class Player(Presence, Fields):
    """The steps that a test can run, by name."""

    def __init__(self, library, api_base, web_base, application):
        self.library = library
        self.application = c_uint64(application)
        self.client = Handle()
        library.call("Client_InitWithBases", byref(self.client), string(api_base), string(web_base))
        library.call("Client_SetApplicationId", byref(self.client), self.application)
        # Placeholders that the service rejects, for steps that follow a failed one.
        self.token = {"access": "unknown", "refresh": "unknown"}
        self.code = self.verifier = self.redirect = "unknown"
        self.statuses = []
        self.logs = []
        self.listen("Client_SetStatusChangedCallback", lambda *values: self.statuses.append(values))
        self.listen("Client_AddLogCallback", lambda *values: self.logs.append(values), c_int32(1))

    def ask(self, name, *inputs):
        return self.library.ask(byref(self.client), name, *inputs)

    def listen(self, name, receive, *more):
        self.library.listen(byref(self.client), name, receive, *more)

    def close(self):
        self.library.call("Client_Drop", byref(self.client))
        # With some faults, the library calls a dropped client's callbacks here.
        self.library.call("RunCallbacks")

    def keep(self, access, refresh, kind, expires_in, scopes):
        self.token = {"access": access, "refresh": refresh}
        return {
            "accessLength": len(access),
            "refreshLength": len(refresh),
            "type": kind,
            "expiresIn": expires_in,
            "scopes": scopes,
        }

    def version(self):
        call = self.library.call
        numbers = [call(f"Client_GetVersion{part}", returns=c_int32) for part in ("Major", "Minor", "Patch")]
        statuses = [self.library.get("Client_StatusToString", c_int32(status)) for status in range(7)]
        return {
            "version": ".".join(map(str, numbers)),
            "hash": self.library.get("Client_GetVersionHash"),
            "statuses": statuses,
            "scopes": self.library.get("Client_GetDefaultPresenceScopes"),
        }

    def authorize(self, scopes="openid identify", state=None):
        library, verifier, challenge, args = self.library, Handle(), Handle(), Handle()
        library.call("Client_CreateAuthorizationCodeVerifier", byref(self.client), byref(verifier))
        self.verifier = library.get("AuthorizationCodeVerifier_Verifier", byref(verifier))
        library.call("AuthorizationCodeVerifier_Challenge", byref(verifier), byref(challenge))
        library.call("AuthorizationArgs_Init", byref(args))
        library.call("AuthorizationArgs_SetClientId", byref(args), self.application)
        library.call("AuthorizationArgs_SetScopes", byref(args), string(scopes))
        library.call("AuthorizationArgs_SetCodeChallenge", byref(args), byref(challenge))
        if state is not None:
            library.call("AuthorizationArgs_SetState", byref(args), byref(string(state)))
        digest = hashlib.sha256(self.verifier.encode()).digest()
        expected = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        is_s256 = library.get("AuthorizationCodeChallenge_Challenge", byref(challenge)) == expected
        library.call("AuthorizationCodeChallenge_Drop", byref(challenge))
        library.call("AuthorizationCodeVerifier_Drop", byref(verifier))
        try:
            self.code, self.redirect = self.ask("Client_Authorize", byref(args))
        finally:
            library.call("AuthorizationArgs_Drop", byref(args))
        return {"isS256": is_s256, "hasCode": self.code != "", "redirect": self.redirect.rsplit(":", 1)[0]}

    def exchange(self):
        texts = (string(self.code), string(self.verifier), string(self.redirect))
        return self.keep(*self.ask("Client_GetToken", self.application, *texts))

    def user(self):
        user, name = self.ask("Client_FetchCurrentUser", c_int32(1), string(self.token["access"]))
        return {"id": str(user), "name": name}

    def refresh(self):
        old = self.token["access"]
        answer = self.keep(*self.ask("Client_RefreshToken", self.application, string(self.token["refresh"])))
        return {**answer, "isNew": self.token["access"] != old}

    def revoke(self):
        return self.ask("Client_RevokeToken", self.application, string(self.token["access"]))

    def update(self):
        return self.ask("Client_UpdateToken", c_int32(1), string(self.token["access"]))

    def start_update(self):
        """Starts a token update without waiting for it."""
        self.listen("Client_UpdateToken", lambda result: None, c_int32(1), string("token"))

    def every_error(self):
        """Returns the type and status of an operation's result for each type of error."""
        found = []
        for kind in range(1, 10):
            self.library.native.StandIn_Set(b"error-type", c_int(kind))
            try:
                self.user()
            except Failure as failure:
                found.append([failure.result["type"], failure.result["status"]])
        return found

    def device_arguments(self):
        args = Handle()
        self.library.call("DeviceAuthorizationArgs_Init", byref(args))
        self.library.call("DeviceAuthorizationArgs_SetClientId", byref(args), self.application)
        self.library.call("DeviceAuthorizationArgs_SetScopes", byref(args), string("openid identify"))
        return args

    def device(self):
        args = self.device_arguments()
        try:
            return self.keep(*self.ask("Client_GetTokenFromDevice", byref(args)))
        finally:
            self.library.call("DeviceAuthorizationArgs_Drop", byref(args))

    def provisional(self):
        return self.keep(*self.ask("Client_GetProvisionalToken", self.application, STEAM, string("ticket")))

    def merge(self):
        """Exchanges the code and links the external account."""
        texts = (string(self.code), string(self.verifier), string(self.redirect))
        merge = "Client_GetTokenFromProvisionalMerge"
        return self.keep(*self.ask(merge, self.application, *texts, STEAM, string("ticket")))

    def unmerge(self):
        return self.ask("Client_UnmergeIntoProvisionalAccount", self.application, STEAM, string("ticket"))

    def rename(self):
        return self.ask("Client_UpdateProvisionalAccountDisplayName", string("Guest"))

    def child(self):
        """Exchanges the token for a token for the application CHILD_APPLICATION."""
        child = c_uint64(int(os.environ["CHILD_APPLICATION"]))
        access, kind, expires_in, scopes = self.ask("Client_ExchangeChildToken", string(self.token["access"]), child)
        return {"isNew": access not in ("", self.token["access"]), "type": kind, "scopes": scopes}

    def fail(self, start, stop):
        """Starts an operation, stops it, and returns its result."""
        failures = []
        start(lambda result, *_: failures.append(result))
        self.library.call(stop, byref(self.client))
        self.library.pump(lambda: failures)
        return [[result["ok"], result["type"]] for result in failures]

    def abort(self):
        args = Handle()
        self.library.call("AuthorizationArgs_Init", byref(args))
        self.library.call("AuthorizationArgs_SetScopes", byref(args), string("openid"))
        start = lambda receive: self.listen("Client_Authorize", receive, byref(args))
        found = self.fail(start, "Client_AbortAuthorize")
        self.library.call("AuthorizationArgs_Drop", byref(args))
        return found

    def abort_device(self):
        args = self.device_arguments()
        start = lambda receive: self.listen("Client_GetTokenFromDevice", receive, byref(args))
        found = self.fail(start, "Client_AbortGetTokenFromDevice")
        self.library.call("DeviceAuthorizationArgs_Drop", byref(args))
        return found

    def merge_device(self):
        args = self.device_arguments()
        merge = "Client_GetTokenFromDeviceProvisionalMerge"
        try:
            return self.keep(*self.ask(merge, byref(args), STEAM, string("device-ticket")))
        finally:
            self.library.call("DeviceAuthorizationArgs_Drop", byref(args))

    def device_screen(self):
        """Counts the closed screens."""
        closed = []
        self.listen("Client_SetAuthorizeDeviceScreenClosedCallback", lambda: closed.append(True))
        self.library.call("Client_OpenAuthorizeDeviceScreen", byref(self.client), self.application, string("ABCD"))
        self.library.call("Client_CloseAuthorizeDeviceScreen", byref(self.client))
        self.library.call("RunCallbacks")
        return len(closed)

    def authorize_requests(self):
        """Counts the requests that arrive before the callback is removed."""
        requests = []
        self.listen("Client_RegisterAuthorizeRequestCallback", lambda: requests.append(True))
        self.trigger(("authorize-request", 1))
        self.library.call("Client_RemoveAuthorizeRequestCallback", byref(self.client))
        self.trigger(("authorize-request", 1))
        return len(requests)


def main(path, api_base, web_base, application, *steps):
    library = Library(path)
    player = Player(library, api_base, web_base, int(application))
    answers = []
    for step in steps:
        try:
            answers.append(getattr(player, step)())
        except Failure as failure:
            answers.append({"failure": failure.result})
    player.close()
    state = {"pending": len(library.callbacks), "strays": library.strays}
    print(json.dumps({"steps": answers, "report": report(library), **state}))


if __name__ == "__main__":
    main(*sys.argv[1:])
