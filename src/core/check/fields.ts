import { type ClientError, type ErrorCode, validationError, cut } from "../errors.ts";
import { nearest } from "./nearest.ts";
import { readable, type Reader, wrongArgument, isObject, withShape } from "./readers.ts";

/** A reader for each field. The compiler rejects a table with a missing field. */
export type Table<O extends object> = { readonly [K in keyof O]-?: Reader<O[K]> };

/** Hints for option names used by other libraries, keyed in lower case without `_` or `-`. No key matches an existing option. */
export type ForeignOptions = Readonly<Record<string, string>>;

/**
 * Reads an options object into a frozen copy. Reads each field once, because a getter could later return a different value.
 * `undefined` counts as omitted.
 *
 * The reader throws ClientError `unknown_option` and any error thrown by the field readers.
 */
export function fields<O extends object>(
  table: Table<O>,
  code: ErrorCode = "invalid_argument",
  foreign: ForeignOptions = {},
): Reader<O> {
  const known = Object.keys(table);
  const read: Reader<O> = (value, name) => {
    if (value !== undefined && !isObject(value)) {
      throw wrongArgument(name, value, `an object with ${known.join(", ")}`, { code });
    }
    const { given, stranger } = readOnce(value ?? {}, known, name);
    // Checked first, because a misspelled field explains why another one is missing.
    if (stranger !== undefined) throw unknownField(name, stranger, known, foreign);
    const copy: Record<string, unknown> = {};
    for (const [index, key] of known.entries()) {
      const field: unknown = table[key as keyof O](given[index], `${name}.${key}`);
      if (field !== undefined) copy[key] = field;
    }
    return Object.freeze(copy) as O;
  };
  return withShape(read, `{ ${known.join(", ")} }`);
}

function readOnce(value: Readonly<Record<string, unknown>>, known: readonly string[], name: string) {
  return readable(name, () => {
    const given = known.map((key) => value[key]);
    const stranger = Object.keys(value).find((key) => !known.includes(key) && value[key] !== undefined);
    return { given, stranger };
  });
}

function unknownField(
  name: string,
  key: string,
  known: readonly string[],
  foreign: ForeignOptions,
): ClientError {
  const plain = key.toLowerCase().replaceAll(/[_-]/g, "");
  const advice = Object.hasOwn(foreign, plain) ? foreign[plain] : undefined;
  const like = advice === undefined ? nearest(key, known) : undefined;
  return validationError(
    "unknown_option",
    `${name}.${formatKey(key)} does not exist.${like === undefined ? "" : ` Did you mean ${name}.${like}?`}`,
    [advice, `Valid fields: ${known.join(", ")}.`].filter(Boolean).join(" "),
  );
}

function formatKey(key: string): string {
  return /^[\w$-]{1,40}$/.test(key) ? key : JSON.stringify(cut(key, 40));
}

const guides = "https://github.com/slashpass/slashpass/blob/main/docs/guides";
const passApplicationId = "Pass the applicationId from the developer portal.";
const secret = `A game must not contain a secret: players could read it. Turn on Public Client in the developer portal, or let your own server exchange the code (${guides}/backend.md).`;

function each(names: string, advice: string): ForeignOptions {
  return Object.fromEntries(names.split(" ").map((name) => [name, advice]));
}

const ofSignIn: ForeignOptions = {
  ...each("clientsecret secret token bottoken", secret),
  ...each(
    "redirecturi redirecturl callbackuri callbackurl",
    "The library creates the redirect URI. Register http://127.0.0.1/callback in the developer portal, or set the port with loopback.port.",
  ),
  ...each(
    "codechallenge codechallengemethod codeverifier pkce usepkce responsetype granttype",
    "Omit it: the library uses the authorization code flow with PKCE.",
  ),
};

/** For `signIn` and `Authorize`. */
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
    "To answer commands on your server, use createInteractionHandler from slashpass/interactions.",
  ),
};

/** For `CommandsClient` and `ApiClient`. */
export const foreignApiOptions: ForeignOptions = {
  ...each("appid id", passApplicationId),
  ...each("token bottoken", "Pass credential: { botToken }."),
  ...each("clientid clientsecret secret", "Pass credential: { clientId, clientSecret }."),
  ...each("accesstoken usertoken", "Pass credential: { userToken }."),
  ...each("guild guildid", "To select a guild, call guild(guildId)."),
  ...each("version", "Pass apiVersion."),
};

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
  ...each("redirecturi redirecturl callbackuri callbackurl", "Pass redirectUri with each code."),
};

/** For `createInteractionHandler`. */
export const foreignHandlerOptions: ForeignOptions = {
  ...each("clientpublickey verifykey", "Pass publicKey."),
  ...each(
    "token bottoken credential clientsecret clientid applicationid appid",
    "Omit it: only the CommandsClient that registers commands requires it.",
  ),
};
