# Signs a player in with python-social-auth's Discord backend and a minimal strategy and storage: prints the URL, reads the
# redirect, prints the player.
import json
import sys
from urllib.parse import parse_qsl, urlsplit

import requests
from social_core.backends.discord import DiscordOAuth2
from social_core.storage import BaseStorage
from social_core.strategy import BaseStrategy

client_id, client_secret, redirect_uri, scope = sys.argv[1:]
api = "https://discord.com/api"


class Player:
    def __init__(self, uid, details, response):
        self.uid, self.details, self.response = uid, details, response


def keep(uid, details, response, **_more):
    return {"user": Player(uid, details, response)}


class Strategy(BaseStrategy):
    session, data = {}, {}
    settings = {
        "KEY": client_id,
        "SECRET": client_secret,
        "SCOPE": scope.split(" "),
        "PIPELINE": (
            "social_core.pipeline.social_auth.social_details",
            "social_core.pipeline.social_auth.social_uid",
            "__main__.keep",
        ),
    }

    def get_setting(self, name):
        return self.settings[name.removeprefix("SOCIAL_AUTH_").removeprefix("DISCORD_")]

    def request_data(self, merge=True):
        return self.data

    def request_host(self):
        return "127.0.0.1"

    def build_absolute_uri(self, path=None):
        return path

    def session_get(self, name, default=None):
        return self.session.get(name, default)

    def session_set(self, name, value):
        self.session[name] = value

    def session_pop(self, name):
        self.session.pop(name, None)


def tried(token):
    return requests.get(api + "/users/@me", headers={"Authorization": "Bearer " + token}).status_code


strategy = Strategy(storage=BaseStorage)
backend = DiscordOAuth2(strategy, redirect_uri)
print("authorize", backend.auth_url(), flush=True)
strategy.data = dict(parse_qsl(urlsplit(sys.stdin.readline().strip()).query))
player = DiscordOAuth2(strategy, redirect_uri).auth_complete()
first = player.response["access_token"]
fresh = backend.refresh_token(player.response["refresh_token"], redirect_uri=redirect_uri)
after = [tried(first), tried(fresh["access_token"])]
print(json.dumps({"uid": player.uid, "details": player.details, "scope": player.response["scope"], "after": after}))
