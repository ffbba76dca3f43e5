import type { ForeignOptions } from "./fields.ts";

const guides = "https://github.com/slashpass/slashpass/blob/main/docs/guides";
const passApplicationId = "Pass applicationId, the id from the developer portal.";
const secret = `A game must not contain a secret: players could read it. Turn on Public Client in the developer portal, or let your own server exchange the code (${guides}/backend.md).`;

function each(names: string, advice: string): ForeignOptions {
  return Object.fromEntries(names.split(" ").map((name) => [name, advice]));
}

const ofSignIn: ForeignOptions = {
  ...each("clientsecret secret token bottoken", secret),
  ...each(
    "redirecturi redirecturl callbackuri callbackurl",
    "The library creates the redirect URI. Register http://127.0.0.1/callback in the developer portal, or fix the port with loopback.port.",
  ),
  ...each(
    "codechallenge codechallengemethod codeverifier pkce usepkce responsetype granttype",
    "Omit it: the library uses the authorization code flow with PKCE.",
  ),
};

/** For `signIn` and the arguments of `Authorize`. */
export const foreignSignInOptions: ForeignOptions = {
  ...ofSignIn,
  ...each("applicationid appid id", "Pass clientId, or pass applicationId to the Client."),
};

/** For `Client`. */
export const foreignClientOptions: ForeignOptions = {
  ...ofSignIn,
  ...each("clientid appid id", passApplicationId),
  ...each("scope scopes", "Pass scopes to signIn or Authorize."),
  ...each(
    "accesstoken token",
    "For a player's token, call signIn or UpdateToken. A bot token is a secret, and games must not contain secrets.",
  ),
  ...each(
    "intents publickey",
    "A Client signs players in. On your server, createInteractionHandler of slashpass/interactions answers commands.",
  ),
};

/** For `CommandsClient` and `ApiClient`. */
export const foreignApiOptions: ForeignOptions = {
  ...each("appid id", passApplicationId),
  ...each("token bottoken", "Pass credential: { botToken }."),
  ...each("clientid clientsecret secret", "Pass credential: { clientId, clientSecret }."),
  ...each("accesstoken usertoken", "Pass credential: { userToken }."),
  ...each("guild guildid", "A CommandsClient selects a guild with guild(guildId)."),
  ...each("version", "Pass apiVersion."),
};

/** For credentials. */
export const foreignCredentials: ForeignOptions = {
  ...each("token", "Pass botToken."),
  ...each("applicationid appid id", "Pass clientId."),
  ...each("secret", "Pass clientSecret."),
  ...each("accesstoken", "Pass userToken."),
};

/** For `PlayerTokens`. */
export const foreignServerOptions: ForeignOptions = {
  ...each("clientid appid id", passApplicationId),
  ...each("secret", "Pass clientSecret."),
  ...each("redirecturi redirecturl callbackuri callbackurl", "Pass redirectUri along with each code."),
};

/** For `createInteractionHandler`. */
export const foreignHandlerOptions: ForeignOptions = {
  ...each("clientpublickey verifykey", "Pass publicKey."),
  ...each(
    "token bottoken credential clientsecret clientid applicationid appid",
    "Omit it: only the CommandsClient that registers commands requires it.",
  ),
};
