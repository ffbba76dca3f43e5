import { apiPath, resolveApiBase, type ServiceOptions } from "../core/request/addresses.ts";
import { parseJson } from "../core/request/response.ts";
import { maskSecret } from "../core/request/mask-secret.ts";
import { send } from "../core/request/send.ts";
import {
  codeForm,
  formHeaders,
  playerOf,
  refusedTokens,
  secretsOfCode,
} from "../tokens/confidential-client.ts";
import { readGrant, TokenResult } from "../tokens/token-set.ts";
import type { CallOptions } from "../core/request/transport.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";

/** An Activity's player, as identified by the service. @stable */
export interface ActivityPlayer {
  /** The player's id according to the service. Do not trust an id that the page sends. */
  readonly player: Snowflake;
  /** The player's tokens. They are hidden when the object is printed or serialized. */
  readonly tokens: TokenResult;
}

export type CheckedCode = Omit<ActivityCodeOptions, "applicationId"> & { readonly applicationId: Snowflake };

/** Options for `exchangeActivityCode`. @stable */
export interface ActivityCodeOptions extends ServiceOptions, CallOptions {
  /** The Activity's application. Error: `invalid_id`. */
  readonly applicationId: SnowflakeInput;
  /** The application's client secret (developer portal, OAuth2). Keep it on the server. */
  readonly clientSecret: string;
  /** The code that the Embedded App SDK's `authorize` returned to the page. It can be used only once, within one minute. */
  readonly code: string;
  /** The verifier for the `code_challenge` that the page passed to `authorize`, if any (RFC 7636 §4.1). */
  readonly codeVerifier?: string | undefined;
}

const operation = "Exchanging an Activity's code";

const timeoutMs = 15_000;

/** Implements `exchangeActivityCode`. */
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
