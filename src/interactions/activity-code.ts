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
