import { callFields, serviceFields } from "../core/request/transport.ts";
import { parseClientSecret } from "../core/request/credential.ts";
import { fields } from "../core/check/fields.ts";
import { optional, textOf, parseSnowflake } from "../core/check/readers.ts";
import { loadOnce } from "../core/lazy.ts";
import type { ActivityCodeOptions, ActivityPlayer, CheckedCode } from "./exchange-code.ts";

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
 * Exchanges the code that the Embedded App SDK's `authorize` returned to an Activity's page, and identifies the player. Call it
 * on the Activity's server. The scopes must include `identify` or `openid`.
 *
 * The exchange uses no redirect URI, but one must be registered (RFC 6749 §4.1.3; Discord documentation, Activities, "Using the
 * Embedded App SDK"). Return `tokens.accessToken` to the page for `authenticate`, and keep the refresh token on the server.
 * `PlayerTokens.exchange` in `slashpass/server` also stores the tokens.
 *
 * @stable
 * @throws ClientError: a ValidationError before the request; an HTTPError with the service's `error`, such as `invalid_grant` for
 *   a code that was already used, has expired or belongs to another application, or `invalid_request` if no redirect URI is
 *   registered; `network_error` or `timeout`. The code is never sent again, so call `authorize` in the page to get a new one.
 */
export async function exchangeActivityCode(options: ActivityCodeOptions): Promise<ActivityPlayer> {
  const checked = readOptions(options, "options");
  const { exchangeCode } = await loadExchange();
  return exchangeCode(checked);
}
