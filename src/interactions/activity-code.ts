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
 * Exchanges the code that `authorize` of the Embedded App SDK gave an Activity's page, on the Activity's server, and finds out
 * whose it is. It goes without a redirect URI, since nobody was redirected; one has to be registered all the same (RFC 6749
 * §4.1.3; Discord documentation, Activities, "Using the Embedded App SDK"). The page gets `tokens.accessToken` for
 * `authenticate`; the refresh token stays on the server. `PlayerTokens.exchange` of `slashpass/server` does the same and keeps
 * the tokens.
 *
 * The scopes have to include `identify` or `openid`.
 *
 * @throws ClientError (ValidationError) before anything is sent; HTTPError with the service's `error`: `invalid_grant` for a code
 *   that is used up, too old, or of another application; `invalid_request` also where no redirect URI is registered; `network_error`,
 *   `timeout`. A code that was sent is not sent again: let the page call `authorize` once more.
 */
export async function exchangeActivityCode(options: ActivityCodeOptions): Promise<ActivityPlayer> {
  const checked = readOptions(options, "options");
  const { exchangeCode } = await loadExchange();
  return exchangeCode(checked);
}

/** A player in an Activity, who is now known. */
export interface ActivityPlayer {
  /** The player's id, as the service reports it: the page's own word proves nothing. */
  readonly player: Snowflake;
  /** The player's tokens, which are not shown when this is printed or turned into JSON. */
  readonly tokens: TokenResult;
}

/** {@link ActivityCodeOptions} as they were read. */
export type CheckedCode = Omit<ActivityCodeOptions, "applicationId"> & { readonly applicationId: Snowflake };

/** The code of a player in an Activity, and whose Activity it is. */
export interface ActivityCodeOptions extends ServiceOptions, CallOptions {
  /** Id of the Activity's application. Error: `invalid_id`. */
  readonly applicationId: SnowflakeInput;
  /** The application's client secret (developer portal, OAuth2). It never leaves the server. */
  readonly clientSecret: string;
  /** The code that `authorize` of the Embedded App SDK gave the page. It works once, for a minute. */
  readonly code: string;
  /** The verifier of the `code_challenge` that the page passed to `authorize`, if any (RFC 7636 §4.1). */
  readonly codeVerifier?: string | undefined;
}
