import { validationError } from "../errors.ts";
import { fields } from "../check/fields.ts";
import { foreignCredentials } from "../check/foreign-options.ts";
import { findPasteMistake, isBotToken, trimmed } from "../check/pasted.ts";
import { type Reader, wrongArgument, callable, optional, parseSnowflake } from "../check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";

const code = "invalid_credential";
const fromPortal = "Copy it from the developer portal.";

/** The token of the application's bot user. Registers commands, cannot edit permissions. */
export interface BotCredential {
  /** A secret, from the developer portal, Bot. Error: `invalid_credential`. */
  readonly botToken: string;
}

/** The application itself: a token with the scope `applications.commands.update` is obtained and renewed. */
export interface ClientCredential {
  /** The same as the application's id. Error: `invalid_id`. */
  readonly clientId: SnowflakeInput;
  /** A secret, from the developer portal, OAuth2. Error: `invalid_credential`. */
  readonly clientSecret: string;
}

/** A signed-in user, who has granted what the calls need: each says which scope it is. */
export interface UserCredential {
  /**
   * A fresh access token, for example `(rejected) => session.accessToken({ rejected })`.
   *
   * @param rejected - the token that the service has just answered with 401, when it has: the request is then sent once
   * more, if another token comes.
   * @param scope - the scope that the request needs.
   */
  readonly userToken: (rejected: string | undefined, scope: string) => Promise<string>;
}

/** One or several ways to authenticate; each endpoint takes the one it accepts. */
export type ApiCredential = BotCredential | ClientCredential | UserCredential;

/** A checked credential. */
export interface ParsedCredential {
  readonly botToken: string | undefined;
  readonly client: { readonly id: Snowflake; readonly secret: string } | undefined;
  readonly userToken: UserCredential["userToken"] | undefined;
}

/** The possible fields of a credential: as given, with the right types. */
export interface CredentialFields {
  readonly botToken?: string | undefined;
  readonly clientId?: Snowflake | undefined;
  readonly clientSecret?: string | undefined;
  readonly userToken?: UserCredential["userToken"] | undefined;
}

export const readCredentialFields: Reader<CredentialFields> = fields<CredentialFields>(
  {
    botToken: optional(parseSecret),
    clientId: optional(parseSnowflake),
    clientSecret: optional(parseClientSecret),
    userToken: optional(callable(code)),
  },
  code,
  foreignCredentials,
);

/** @throws ClientError `invalid_credential`, `unknown_option` or `invalid_id`; none shows the given value. */
export function parseCredential(input: unknown, name: string): ParsedCredential {
  const { botToken, clientId, clientSecret, userToken } = readCredentialFields(input, name);
  const hasClient = clientId !== undefined || clientSecret !== undefined;
  if (botToken === undefined && userToken === undefined && !hasClient) {
    throw refuse(`${name} is empty`, "Give botToken, or clientId and clientSecret, or userToken.");
  }
  const client = hasClient
    ? {
        id: parseSnowflake(clientId, `${name}.clientId`),
        secret: parseClientSecret(clientSecret, `${name}.clientSecret`),
      }
    : undefined;
  return { botToken, client, userToken };
}

/** The secrets that a credential has from the beginning. */
export function heldSecrets({ botToken, client }: ParsedCredential): readonly string[] {
  return [...new Set([botToken, client?.secret])].filter((secret) => secret !== undefined);
}

/** A token or secret without the white space around it: printable ASCII without spaces, so that it cannot break out of a header. */
export function parseSecret(value: unknown, name: string): string {
  const text = trimmed(value);
  if (typeof text !== "string" || text === "") {
    throw wrongArgument(name, text, "a token or secret", {
      code,
      hint: fromPortal,
    });
  }
  const [mistake, hint] = findPasteMistake(text) ?? [];
  if (mistake !== undefined) throw refuse(`${name} ${mistake}`, hint);
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw refuse(`${name} has spaces or invalid characters`, "Copy it again without them.");
  }
  if (/^\d{15,20}$/.test(text)) throw refuse(`${name} is an id, not a token or secret`);
  return text;
}

/** A client secret, as {@link parseSecret} reads it; a bot token is refused. */
export function parseClientSecret(value: unknown, name: string): string {
  const secret = parseSecret(value, name);
  if (isBotToken(secret))
    throw refuse(`${name} is a bot token`, "Copy the client secret from the developer portal, OAuth2.");
  return secret;
}

function refuse(problem: string, hint = fromPortal) {
  return validationError(code, `${problem}.`, hint);
}
