import type { ForeignOptions } from "../core/check/fields.ts";

const application = "Pass applicationId, the id from the developer portal.";
const secret =
  "A game must not contain a secret: players could read it. Turn on Public Client in the developer portal, or let your own server exchange the code (https://github.com/slashpass/slashpass/blob/main/docs/guides/backend.md).";
const redirect =
  "The library makes the redirect URI: register http://127.0.0.1/callback in the developer portal, or fix the port with loopback.port.";

/** Advice for options of other OAuth libraries: for `signIn`, and for the arguments of `Authorize`. */
export const foreignSignInOptions: ForeignOptions = {
  clientId: application,
  client_id: application,
  clientSecret: secret,
  client_secret: secret,
  botToken: secret,
  redirectUri: redirect,
  redirect_uri: redirect,
};

/** The same for a `Client`. */
export const foreignClientOptions: ForeignOptions = {
  ...foreignSignInOptions,
  token: "Sign the player in with signIn, or pass a token to UpdateToken.",
  scope: "Pass scopes to signIn or Authorize.",
  scopes: "Pass scopes to signIn or Authorize.",
};
