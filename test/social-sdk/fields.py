"""The steps that read back every field of the arguments."""

from ctypes import byref, c_bool, c_int32, c_size_t, c_uint64, c_void_p

from library import Handle, String, string

BIG = 2**64 - 1


class Fields:
    """Requires the player's `library` and `client`."""

    def optional(self, name, handle, out):
        """Returns the value of an optional field, or null."""
        if not self.library.call(name, byref(handle), byref(out), returns=c_bool):
            return None
        return self.library.take(out) if isinstance(out, String) else out.value

    def read_arguments(self, handle):
        get, kind = self.library.get, "AuthorizationArgs"
        challenge, found = Handle(), None
        if self.library.call(f"{kind}_CodeChallenge", byref(handle), byref(challenge), returns=c_bool):
            method = self.library.call("AuthorizationCodeChallenge_Method", byref(challenge), returns=c_int32)
            found = [method, get("AuthorizationCodeChallenge_Challenge", byref(challenge))]
            self.library.call("AuthorizationCodeChallenge_Drop", byref(challenge))
        return {
            "ClientId": str(self.library.call(f"{kind}_ClientId", byref(handle), returns=c_uint64)),
            "Scopes": get(f"{kind}_Scopes", byref(handle)),
            "CodeChallenge": found,
            "IntegrationType": self.optional(f"{kind}_IntegrationType", handle, c_int32()),
            **{
                name: self.optional(f"{kind}_{name}", handle, String())
                for name in ("State", "Nonce", "CustomSchemeParam")
            },
        }

    def arguments(self):
        """Returns a copy's fields before and after the original's optional fields are cleared."""
        call, args, copy, challenge = self.library.call, Handle(), Handle(), Handle()
        call("AuthorizationCodeChallenge_Init", byref(challenge))
        call("AuthorizationCodeChallenge_SetMethod", byref(challenge), c_int32(0))
        call("AuthorizationCodeChallenge_SetChallenge", byref(challenge), string("challenge"))
        call("AuthorizationArgs_Init", byref(args))
        call("AuthorizationArgs_SetClientId", byref(args), c_uint64(BIG))
        call("AuthorizationArgs_SetScopes", byref(args), string("openid"))
        call("AuthorizationArgs_SetCodeChallenge", byref(args), byref(challenge))
        call("AuthorizationCodeChallenge_Drop", byref(challenge))
        call("AuthorizationArgs_SetIntegrationType", byref(args), byref(c_int32(1)))
        for name in ("State", "Nonce", "CustomSchemeParam"):
            call(f"AuthorizationArgs_Set{name}", byref(args), byref(string(f"{name} é\0")))
        call("AuthorizationArgs_Clone", byref(copy), byref(args))
        for name in ("State", "Nonce", "CustomSchemeParam", "IntegrationType", "CodeChallenge"):
            call(f"AuthorizationArgs_Set{name}", byref(args), None)
        found = [self.read_arguments(copy), self.read_arguments(args)]
        call("AuthorizationArgs_Drop", byref(args))
        call("AuthorizationArgs_Drop", byref(copy))
        return found

    def other_arguments(self):
        call, get = self.library.call, self.library.get
        device, copy, options, client = (Handle() for _ in range(4))
        call("DeviceAuthorizationArgs_Init", byref(device))
        call("DeviceAuthorizationArgs_SetClientId", byref(device), c_uint64(BIG))
        call("DeviceAuthorizationArgs_SetScopes", byref(device), string("openid"))
        call("ClientCreateOptions_Init", byref(options))
        call("ClientCreateOptions_SetApiBase", byref(options), string("http://127.0.0.1:1/api"))
        call("ClientCreateOptions_SetWebBase", byref(options), string("http://127.0.0.1:1"))
        call("Client_InitWithOptions", byref(client), byref(options))
        call("Client_SetHttpRequestTimeout", byref(client), c_int32(1000))
        call("Client_SetGameWindowPid", byref(client), c_int32(1))
        call("Client_SetApplicationId", byref(client), c_uint64(BIG))
        call("DeviceAuthorizationArgs_Clone", byref(copy), byref(device))
        call("DeviceAuthorizationArgs_Drop", byref(device))
        found = [
            str(call("DeviceAuthorizationArgs_ClientId", byref(copy), returns=c_uint64)),
            get("DeviceAuthorizationArgs_Scopes", byref(copy)),
            get("ClientCreateOptions_ApiBase", byref(options)),
            get("ClientCreateOptions_WebBase", byref(options)),
            str(call("Client_GetApplicationId", byref(client), returns=c_uint64)),
        ]
        call("Client_Drop", byref(client))
        call("ClientCreateOptions_Drop", byref(options))
        call("DeviceAuthorizationArgs_Drop", byref(copy))
        return found

    def memory(self):
        """Allocates and frees memory, then empties the callback queue."""
        self.library.call("Free", c_void_p(self.library.call("Alloc", c_size_t(100), returns=c_void_p)))
        invite = Handle()
        self.library.call("ActivityInvite_Init", byref(invite))
        self.library.call("ActivityInvite_Drop", byref(invite))
        self.library.call("Client_ProvisionalUserMergeCompleted", byref(self.client), c_bool(True))
        self.library.call("ResetCallbacks")
        return self.library.get("Client_GetDefaultCommunicationScopes")

    def verifier_fields(self):
        call, get, verifier, copy, challenge = self.library.call, self.library.get, Handle(), Handle(), Handle()
        call("Client_CreateAuthorizationCodeVerifier", byref(self.client), byref(verifier))
        call("AuthorizationCodeVerifier_Clone", byref(copy), byref(verifier))
        call("AuthorizationCodeVerifier_SetVerifier", byref(copy), string("other"))
        call("AuthorizationCodeVerifier_Challenge", byref(copy), byref(challenge))
        call("AuthorizationCodeVerifier_SetChallenge", byref(copy), byref(challenge))
        call("AuthorizationCodeChallenge_Drop", byref(challenge))
        texts = [get("AuthorizationCodeVerifier_Verifier", byref(each)) for each in (verifier, copy)]
        call("AuthorizationCodeVerifier_Drop", byref(verifier))
        call("AuthorizationCodeVerifier_Drop", byref(copy))
        return [len(texts[0]), texts[1]]
