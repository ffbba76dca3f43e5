import { validationError } from "../errors.ts";
import { fields, foreignCredentials } from "../check/fields.ts";
import {
  findPasteMistake,
  isBotToken,
  trimmed,
  type Reader,
  wrongArgument,
  callable,
  optional,
  parseSnowflake,
} from "../check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";

const code = "invalid_credential";
const fromPortal = "Copy it from the developer portal.";

/** The application's bot token. It can register commands but not edit permissions. @stable */
export interface BotCredential {
  /** The secret token from the developer portal, under Bot. Error: `invalid_credential`. */
  readonly botToken: string;
}

/**
 * The application's client credentials. The client automatically requests and renews a token with the
 * `applications.commands.update` scope.
 *
 * @stable
 */
export interface ClientCredential {
  /** The application's id. Error: `invalid_id`. */
  readonly clientId: SnowflakeInput;
  /** The client secret from the developer portal, under OAuth2. Error: `invalid_credential`. */
  readonly clientSecret: string;
}

/** The token of a signed-in user who has granted the required scopes. Each call's documentation names its scope. @stable */
export interface UserCredential {
  /**
   * Returns an access token, for example `(rejected) => session.accessToken({ rejected })`.
   *
   * @param rejected - The token that the service has just rejected with 401, if any. If you return a different token, the request
   *   is sent once more.
   * @param scope - The scope that the request requires.
   */
  readonly userToken: (rejected: string | undefined, scope: string) => Promise<string>;
}

/** One or more credentials. Each call uses one that its endpoint accepts. @stable */
export type ApiCredential = BotCredential | ClientCredential | UserCredential;

export interface ParsedCredential {
  readonly botToken: string | undefined;
  readonly client: { readonly id: Snowflake; readonly secret: string } | undefined;
  readonly userToken: UserCredential["userToken"] | undefined;
}

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

/** The error message omits the value. */
export function parseCredential(input: unknown, name: string): ParsedCredential {
  const { botToken, clientId, clientSecret, userToken } = readCredentialFields(input, name);
  const hasClient = clientId !== undefined || clientSecret !== undefined;
  if (botToken === undefined && userToken === undefined && !hasClient) {
    throw refuse(`${name} is empty`, "Pass botToken, or clientId and clientSecret, or userToken.");
  }
  const client = hasClient
    ? {
        id: parseSnowflake(clientId, `${name}.clientId`),
        secret: parseClientSecret(clientSecret, `${name}.clientSecret`),
      }
    : undefined;
  return { botToken, client, userToken };
}

export function credentialSecrets({ botToken, client }: ParsedCredential): readonly string[] {
  return [...new Set([botToken, client?.secret])].filter((secret) => secret !== undefined);
}

/** Trims the value. Accepts only printable ASCII without spaces, to prevent header injection. */
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
    throw refuse(`${name} contains spaces or invalid characters`, "Copy it again without them.");
  }
  if (/^\d{15,20}$/.test(text)) throw refuse(`${name} is an id, not a token or secret`);
  return text;
}

/** Like {@link parseSecret}, but rejects bot tokens. */
export function parseClientSecret(value: unknown, name: string): string {
  const secret = parseSecret(value, name);
  if (isBotToken(secret))
    throw refuse(`${name} is a bot token`, "Copy the client secret from the developer portal, OAuth2.");
  return secret;
}

function refuse(problem: string, hint = fromPortal) {
  return validationError(code, `${problem}.`, hint);
}
