# Signs a player in with requests-oauthlib as documented: prints the URL, reads the redirect, prints the player.
import json
import sys

import requests
from requests_oauthlib import OAuth2Session

client_id, client_secret, redirect_uri, scope = sys.argv[1:]
api = "https://discord.com/api"
token_url = api + "/oauth2/token"

session = OAuth2Session(client_id, redirect_uri=redirect_uri, scope=scope.split(" "))
url, _state = session.authorization_url("https://discord.com/oauth2/authorize", prompt="none")
print("authorize", url, flush=True)
redirect = sys.stdin.readline().strip().replace("http://", "https://", 1)
token = session.fetch_token(token_url, client_secret=client_secret, authorization_response=redirect)
player = session.get(api + "/users/@me").json()
fresh = session.refresh_token(token_url, client_id=client_id, client_secret=client_secret)
old = requests.get(api + "/users/@me", headers={"Authorization": "Bearer " + token["access_token"]}).status_code
print(json.dumps({"player": player["username"], "scope": token["scope"], "isFresh": fresh != token, "old": old}))
