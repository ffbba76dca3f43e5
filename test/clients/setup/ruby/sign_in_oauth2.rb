# Signs a player in with oauth2 as documented: prints the URL, reads the redirect, prints the player.
require "json"
require "oauth2"
require "uri"

client_id, client_secret, redirect_uri, scope = ARGV
client = OAuth2::Client.new(
  client_id,
  client_secret,
  site: "https://discord.com",
  authorize_url: "/oauth2/authorize",
  token_url: "/api/oauth2/token"
)
link = client.auth_code.authorize_url(redirect_uri: redirect_uri, scope: scope, state: "the-state")
puts "authorize #{link}"
$stdout.flush
redirect = URI.decode_www_form(URI($stdin.gets.strip).query).to_h
token = client.auth_code.get_token(redirect["code"], redirect_uri: redirect_uri)
player = token.get("/api/users/@me").parsed
fresh = token.refresh!
client.connection.basic_auth(client_id, client_secret)
revoked = client.request(:post, "/api/oauth2/token/revoke", body: { token: fresh.token }).status

refused = ->(spent) do
  spent.get("/api/users/@me").status
rescue OAuth2::Error => error
  error.response.status
end
puts JSON.generate(
  player: player["username"],
  scope: token["scope"],
  state: redirect["state"],
  lasts: fresh.expires_in,
  first: refused.call(token),
  revoked: revoked,
  fresh: refused.call(fresh)
)
