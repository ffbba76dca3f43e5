import { resolveApiBase, type ServiceOptions } from "../api/addresses.ts";
import { callFields, type CallOptions } from "../api/call-options.ts";
import { parseSecret } from "../api/credential.ts";
import { parseJson } from "../api/json.ts";
import { serviceFields } from "../api/service-fields.ts";
import { maskSecret } from "../http/mask-secret.ts";
import { send } from "../http/send.ts";
import { fields } from "../input/fields.ts";
import { optional, textOf } from "../input/readers.ts";
import { parseSnowflake, type Snowflake, type SnowflakeInput } from "../snowflake.ts";
import {
  codeForm,
  formHeaders,
  playerOf,
  readGrant,
  refusedTokens,
  secretsOfCode,
} from "../token/confidential-client.ts";
import { TokenResult } from "../token/token-result.ts";

/** The code of a player in an Activity, and whose Activity it is. */
export interface ActivityCodeOptions extends ServiceOptions, CallOptions {
  readonly applicationId: SnowflakeInput;
  /** The application's client secret (developer portal, OAuth2). It never leaves the server. */
  readonly clientSecret: string;
  /** What `authorize` of the Embedded App SDK gave the page. It works once, for a minute. */
  readonly code: string;
  /** Where the page gave `authorize` a `code_challenge`: what that was made from (RFC 7636 §4.1). */
  readonly codeVerifier?: string | undefined;
}

/** A player in an Activity, who is now known. */
export interface ActivityPlayer {
  /** Who it is, by the service's own word: what the page says of itself proves nothing. */
  readonly player: Snowflake;
  /** The player's tokens, which are not shown when this is printed or turned into JSON. */
  readonly tokens: TokenResult;
}

type Checked = Omit<ActivityCodeOptions, "applicationId"> & { readonly applicationId: Snowflake };

const readCode = textOf({ most: 4096 });
const readOptions = fields<Checked>({
  ...serviceFields,
  ...callFields,
  applicationId: parseSnowflake,
  clientSecret: parseSecret,
  code: readCode,
  codeVerifier: optional(readCode),
});

const timeoutMs = 15_000;

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
  const operation = "Exchanging an Activity's code";
  const checked = readOptions(options, "options");
  const { applicationId, clientSecret, fetch, signal } = checked;
  const apiBase = resolveApiBase(checked);
  const secrets = [clientSecret, ...secretsOfCode(checked)];
  const mask = (text: string) => secrets.reduce(maskSecret, text);
  const answer = await send(`${apiBase}/oauth2/token`, {
    operation,
    method: "POST",
    headers: formHeaders(applicationId, clientSecret),
    body: new URLSearchParams(codeForm(checked)).toString(),
    timeoutMs,
    signal,
    fetch,
  });
  if (answer.status !== 200) throw refusedTokens(answer, operation, mask);
  const grant = readGrant(operation, parseJson(answer.text, operation));
  const player = await playerOf(grant, {
    apiBase,
    timeoutMs,
    fetch,
    signal,
    mask: (text) => maskSecret(mask(text), grant.accessToken),
  });
  return { player, tokens: new TokenResult(grant) };
}
