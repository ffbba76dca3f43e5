import { apiPath, resolveApiBase, type ServiceOptions } from "../core/request/addresses.ts";
import { parseJson } from "../core/request/response.ts";
import { maskSecret } from "../core/request/credential.ts";
import { send } from "../core/request/send.ts";
import {
  codeForm,
  formHeaders,
  playerOf,
  readGrant,
  refusedTokens,
  secretsOfCode,
} from "../tokens/confidential-client.ts";
import { TokenResult } from "../tokens/token-set.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { CallOptions } from "../core/request/client-options.ts";

const operation = "Exchanging an Activity's code";
const timeoutMs = 15_000;

/** What `exchangeActivityCode` does with options that were read. */
export async function exchangeCode(checked: CheckedCode): Promise<ActivityPlayer> {
  const { applicationId, clientSecret, fetch, signal } = checked;
  const apiBase = resolveApiBase(checked);
  const secrets = [clientSecret, ...secretsOfCode(checked)];
  const mask = (text: string) => secrets.reduce(maskSecret, text);
  const answer = await send(apiBase + apiPath`/oauth2/token`, {
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

/** A player in an Activity, who is now known. */
export interface ActivityPlayer {
  /** Who it is, by the service's own word: what the page says of itself proves nothing. */
  readonly player: Snowflake;
  /** The player's tokens, which are not shown when this is printed or turned into JSON. */
  readonly tokens: TokenResult;
}

/** {@link ActivityCodeOptions} as they were read. */
export type CheckedCode = Omit<ActivityCodeOptions, "applicationId"> & { readonly applicationId: Snowflake };

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
