import { callFields, serviceFields, type CallOptions } from "../core/request/transport.ts";
import { parseClientSecret } from "../core/request/credential.ts";
import { fields } from "../core/check/fields.ts";
import { optional, textOf, parseSnowflake } from "../core/check/readers.ts";
import { loadOnce } from "../core/lazy.ts";
import type { ServiceOptions } from "../core/request/addresses.ts";
import type { TokenResult } from "../tokens/token-set.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";

const readCode = textOf({ most: 4096 });

const readOptions = fields<CheckedCode>({
  ...serviceFields,
  ...callFields,
  applicationId: parseSnowflake,
  clientSecret: parseClientSecret,
  code: readCode,
  codeVerifier: optional(readCode),
});

const loadExchange = loadOnce(() => import("./exchange-code.ts"));

/**
 * Exchanges the code of an Activity's page, from the Embedded App SDK's `authorize`, and identifies the player. Call it on the
 * Activity's server. The scopes must include `identify` or `openid`.
 *
 * Uses no redirect URI, but one must be registered (RFC 6749 §4.1.3; Discord documentation, Activities, "Using the Embedded App
 * SDK"). Return `tokens.accessToken` to the page for `authenticate`, and keep the refresh token on the server.
 * `PlayerTokens.exchange` of `slashpass/server` also stores the tokens.
 *
 * @throws ClientError (ValidationError) before the request; HTTPError with the service's `error`: `invalid_grant` for a code that
 *   was used, has expired or belongs to another application; `invalid_request`, for example if no redirect URI is registered;
 *   `network_error`, `timeout`. A code is never sent twice: call `authorize` in the page again.
 */
export async function exchangeActivityCode(options: ActivityCodeOptions): Promise<ActivityPlayer> {
  const checked = readOptions(options, "options");
  const { exchangeCode } = await loadExchange();
  return exchangeCode(checked);
}

/** An identified player of an Activity. */
export interface ActivityPlayer {
  /** The player's id according to the service. Do not trust an id that the page sends. */
  readonly player: Snowflake;
  /** The player's tokens. They are hidden when printed or serialized. */
  readonly tokens: TokenResult;
}

export type CheckedCode = Omit<ActivityCodeOptions, "applicationId"> & { readonly applicationId: Snowflake };

/** The options of `exchangeActivityCode`. */
export interface ActivityCodeOptions extends ServiceOptions, CallOptions {
  /** The Activity's application. Error: `invalid_id`. */
  readonly applicationId: SnowflakeInput;
  /** The application's client secret (developer portal, OAuth2). Keep it on the server. */
  readonly clientSecret: string;
  /** The code that the Embedded App SDK's `authorize` returned to the page. Valid once, for one minute. */
  readonly code: string;
  /** The verifier of the `code_challenge` that the page passed to `authorize`, if any (RFC 7636 §4.1). */
  readonly codeVerifier?: string | undefined;
}
