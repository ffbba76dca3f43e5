import { validationError } from "../errors.ts";
import { parseSnowflake, type Snowflake, type SnowflakeInput } from "../snowflake.ts";

/** The token of the application's bot user. Registers commands, cannot edit permissions. */
export interface BotCredential {
  readonly botToken: string;
}

/** The application itself: a token with the scope `applications.commands.update` is obtained and renewed. */
export interface ClientCredential {
  readonly clientId: SnowflakeInput;
  readonly clientSecret: string;
}

/** A signed-in user, who may edit command permissions with the scope `applications.commands.permissions.update`. */
export interface UserCredential {
  /**
   * A fresh access token, for example `(rejected) => session.accessToken({ rejected })`.
   *
   * @param rejected - the token that the service has just answered with 401, when it has: the request is then sent once
   * more, if another token comes.
   */
  readonly userToken: (rejected?: string) => Promise<string>;
}

/** One or several ways to authenticate; each endpoint takes the one it accepts. */
export type CommandsCredential = BotCredential | ClientCredential | UserCredential;

/** A checked credential. */
export interface ParsedCredential {
  readonly botToken: string | undefined;
  readonly client: { readonly id: Snowflake; readonly secret: string } | undefined;
  readonly userToken: UserCredential["userToken"] | undefined;
}

/** @throws ClientError `invalid_credential` or `invalid_id`; neither shows what was given. */
export function parseCredential(input: unknown): ParsedCredential {
  const { botToken, clientId, clientSecret, userToken } = (input ?? {}) as Record<string, unknown>;
  const hasClient = clientId !== undefined || clientSecret !== undefined;
  if (botToken === undefined && userToken === undefined && !hasClient) {
    throw refuse("is empty", "Give botToken, or clientId and clientSecret, or userToken.");
  }
  if (userToken !== undefined && typeof userToken !== "function") {
    throw refuse(
      "has a userToken that is not a function",
      "Write (rejected) => session.accessToken({ rejected }).",
    );
  }
  return {
    botToken: botToken === undefined ? undefined : parseSecret(botToken, "botToken"),
    client: hasClient
      ? {
          id: parseSnowflake(clientId, "credential.clientId"),
          secret: parseSecret(clientSecret, "clientSecret"),
        }
      : undefined,
    userToken: userToken as UserCredential["userToken"] | undefined,
  };
}

/** A token or secret: printable, without spaces, so that it cannot break out of a header. */
export function parseSecret(value: unknown, name: string): string {
  if (typeof value !== "string" || value === "") {
    throw refuse(`has no ${name}`, "Copy it from the developer portal.");
  }
  if (/^(bot|bearer)\s/i.test(value)) {
    throw refuse(`has a ${name} that begins with its scheme`, 'Leave out "Bot " or "Bearer ".');
  }
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw refuse(`has a ${name} with spaces or control characters`, "Copy it again without them.");
  }
  return value;
}

function refuse(problem: string, hint: string) {
  return validationError("invalid_credential", `The credential ${problem}.`, hint);
}
