"""The steps for the connection, rich presence, invites and launch commands."""

import tempfile
from ctypes import byref, c_bool, c_int, c_int32, c_uint32, c_uint64
from pathlib import Path

from library import Handle, report, string


class Presence:
    """Requires the player's `library`, `client`, `ask` and `listen`."""

    def trigger(self, *events):
        for name, value in events:
            assert self.library.native.StandIn_Set(name.encode(), c_int(value))
        self.library.call("RunCallbacks")

    def connect(self):
        """Connects until the client is ready or has failed."""
        start = len(self.statuses)
        self.library.call("Client_Connect", byref(self.client))
        self.library.pump(lambda: any(status in (0, 3) for status, *_ in self.statuses[start:]))
        return {
            "statuses": self.statuses[start:],
            "status": self.library.call("Client_GetStatus", byref(self.client), returns=c_int32),
            "isAuthenticated": self.library.call("Client_IsAuthenticated", byref(self.client), returns=c_bool),
        }

    def expire(self):
        """Counts the calls to the expiration callback after one token has expired twice."""
        calls = []
        self.listen("Client_SetTokenExpirationCallback", lambda: calls.append(True))
        for _ in range(2):
            self.trigger(("expire-token", 1))
        return len(calls)

    def log(self):
        """Returns only the severities, because log messages can contain secrets."""
        return sorted({severity for _, severity in self.logs})

    def presence(self):
        """Sets an activity with a string of each kind, a party and two buttons."""
        call, activity, party, button = self.library.call, Handle(), Handle(), Handle()
        call("Activity_Init", byref(activity))
        call("Activity_SetName", byref(activity), string("Chess"))
        call("Activity_SetType", byref(activity), c_int32(0))
        call("Activity_SetState", byref(activity), byref(string("♟ in a match")))
        call("Activity_SetDetails", byref(activity), byref(string("removed")))
        call("Activity_SetDetails", byref(activity), None)
        call("ActivityParty_Init", byref(party))
        call("ActivityParty_SetId", byref(party), string("party"))
        call("ActivityParty_SetMaxSize", byref(party), c_int32(4))
        call("Activity_SetParty", byref(activity), byref(party))
        call("ActivityParty_Drop", byref(party))
        call("ActivityButton_Init", byref(button))
        for label in ("Watch", "Join"):
            call("ActivityButton_SetLabel", byref(button), string(label))
            call("Activity_AddButton", byref(activity), byref(button))
        call("ActivityButton_Drop", byref(button))
        try:
            self.ask("Client_UpdateRichPresence", byref(activity))
        finally:
            call("Activity_Drop", byref(activity))
        return report(self.library, "StandIn_Activity")

    def add_part(self, activity, kind, **fields):
        """Sets a part of the activity, such as its assets."""
        call, part = self.library.call, Handle()
        call(f"Activity{kind}_Init", byref(part))
        for name, value in fields.items():
            call(f"Activity{kind}_Set{name}", byref(part), value)
        call("Activity_AddButton" if kind == "Button" else f"Activity_Set{kind}", byref(activity), byref(part))
        call(f"Activity{kind}_Drop", byref(part))

    def whole_activity(self):
        """Sets every field of an activity."""
        call, activity = self.library.call, Handle()
        optional = lambda text: byref(string(text))
        call("Activity_Init", byref(activity))
        call("Activity_SetApplicationId", byref(activity), byref(self.application))
        call("Activity_SetStatusDisplayType", byref(activity), byref(c_int32(2)))
        call("Activity_SetSupportedPlatforms", byref(activity), c_int32(1 | 16))
        call("Activity_SetStateUrl", byref(activity), optional("state-url"))
        call("Activity_SetDetailsUrl", byref(activity), optional("details-url"))
        names = ("LargeImage", "LargeText", "LargeUrl", "SmallImage", "SmallText", "SmallUrl")
        self.add_part(activity, "Assets", **{name: optional(name) for name in names})
        self.add_part(activity, "Timestamps", Start=c_uint64(1), End=c_uint64(2**53))
        sizes = {"CurrentSize": c_int32(1), "MaxSize": c_int32(4)}
        self.add_part(activity, "Party", Id=string("party"), **sizes, Privacy=c_int32(1))
        self.add_part(activity, "Secrets", Join=string("join"))
        self.add_part(activity, "Button", Label=string("Watch"), Url=string("button-url"))
        self.ask("Client_UpdateRichPresence", byref(activity))
        call("Activity_SetApplicationId", byref(activity), None)
        call("Activity_SetStatusDisplayType", byref(activity), None)
        found = report(self.library, "StandIn_Activity")
        self.ask("Client_UpdateRichPresence", byref(activity))
        call("Activity_Drop", byref(activity))
        cleared = found.keys() - report(self.library, "StandIn_Activity").keys()
        return [found, sorted(cleared)]

    def disconnect(self):
        start = len(self.statuses)
        self.library.call("Client_Disconnect", byref(self.client))
        self.library.pump(lambda: self.statuses[-1][0] == 0)
        return self.statuses[start:]

    def lose_connection(self):
        """Returns the last status and its error's name."""
        self.trigger(("connection-lost", 4000))
        status, error, detail = self.statuses[-1]
        return [status, self.library.get("Client_ErrorToString", c_int32(error)), detail]

    def clear_presence(self):
        self.library.call("Client_ClearRichPresence", byref(self.client))
        return report(self.library, "StandIn_Activity")

    def join(self):
        secrets = []
        self.listen("Client_SetActivityJoinCallback", secrets.append)
        self.listen("Client_SetActivityJoinWithApplicationCallback", lambda _, secret: secrets.append(secret))
        self.trigger(("join", 7))
        return secrets

    def invites(self):
        """Answers a join request and accepts an invite. Returns what the invites contain."""
        call, invites = self.library.call, []
        self.listen("Client_SetActivityInviteCreatedCallback", invites.append)
        self.listen("Client_SetActivityInviteUpdatedCallback", invites.append)
        self.trigger(("invite", 5), ("invite-update", 1))
        request, invite = invites
        self.ask("Client_SendActivityJoinRequestReply", byref(request))
        found = {
            "types": [call("ActivityInvite_Type", byref(each), returns=c_int32) for each in invites],
            "ids": [
                call(f"ActivityInvite_{name}", byref(invite), returns=c_uint64)
                for name in ("SenderId", "ChannelId", "MessageId", "ApplicationId")
            ],
            "party": self.library.get("ActivityInvite_PartyId", byref(invite)),
            "session": self.library.get("ActivityInvite_SessionId", byref(invite)),
            "isValid": call("ActivityInvite_IsValid", byref(invite), returns=c_bool),
            "secret": self.ask("Client_AcceptActivityInvite", byref(invite)),
        }
        for each in invites:
            call("ActivityInvite_Drop", byref(each))
        return found

    def launch(self):
        call, client = self.library.call, byref(self.client)
        steam = call("Client_RegisterLaunchSteamApplication", client, self.application, c_uint32(480), returns=c_bool)
        first = report(self.library, "StandIn_Launch")
        command = string('"/opt/game" --launched')
        other = call("Client_RegisterLaunchCommand", client, self.application, command, returns=c_bool)
        return [steam, first["steamApplicationId"], other, report(self.library, "StandIn_Launch")["command"]]

    def log_file(self):
        with tempfile.TemporaryDirectory() as folder:
            arguments = byref(self.client), string(folder), c_int32(3)
            is_open = self.library.call("Client_SetLogDir", *arguments, returns=c_bool)
            return [is_open, Path(folder, "discord.log").exists()]
