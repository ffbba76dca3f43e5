# Signs a player in with Authlib and PKCE as documented: prints the URL, reads the redirect, prints the player.
import json
import sys

from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session

client_id, client_secret, redirect_uri, scope = sys.argv[1:]
api = "https://discord.com/api"

session = OAuth2Session(
    client_id, client_secret, scope=scope, redirect_uri=redirect_uri, code_challenge_method="S256"
)
verifier = generate_token(48)
url, _state = session.create_authorization_url("https://discord.com/oauth2/authorize", code_verifier=verifier)
print("authorize", url, flush=True)
redirect = sys.stdin.readline().strip()
session.fetch_token(api + "/oauth2/token", authorization_response=redirect, code_verifier=verifier)
player = session.get(api + "/users/@me").json()
revoked = session.revoke_token(api + "/oauth2/token/revoke", token=session.token["access_token"]).status_code
after = session.get(api + "/users/@me").status_code

own = OAuth2Session(client_id, client_secret, scope="identify connections")
own.fetch_token(api + "/oauth2/token", grant_type="client_credentials")
owner = own.get(api + "/users/@me").json()
print(json.dumps({"player": player["username"], "revoked": revoked, "after": after, "owner": owner["username"]}))
