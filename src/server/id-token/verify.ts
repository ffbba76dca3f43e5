import { type CallOptions, callFields } from "../../core/request/transport.ts";
import { defaultWebBase, parseBaseUrl } from "../../core/request/addresses.ts";
import { orAborted } from "../../core/request/abort.ts";
import type { Fetch } from "../../core/request/send.ts";
import { fields } from "../../core/check/fields.ts";
import { callable, optional, parseSnowflake, textOf } from "../../core/check/readers.ts";
import { loadOnce } from "../../core/lazy.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import type { VerifiedIdTokenClaims } from "./claims.ts";
import { IssuerKeys } from "./issuer-keys.ts";

/** The expected content of an ID token. */
export interface VerifyIdTokenOptions extends CallOptions {
  /** Id of the application that the token must be for (OpenID Connect Core §2, `aud`). Error: `invalid_id`. */
  readonly audience: SnowflakeInput;
  /**
   * The nonce that your server gave to this sign-in, and accepts once. Left out: the token may have none (OpenID Connect Core
   * §3.1.3.7 no. 11).
   */
  readonly nonce?: string | undefined;
  /**
   * The issuer: base of the service's web pages. Default `https://discord.com`. Error: `invalid_base_url` unless it is https, or
   * http on this machine.
   */
  readonly webBase?: string | undefined;
  /** Fetches the keys, in place of the global `fetch`. Pass the same function each time: its keys are kept with it. */
  readonly fetch?: Fetch | undefined;
}

const operation = "Verifying an ID token";
const readToken = textOf({ most: 16_384 });
const readOptions = fields<Omit<VerifyIdTokenOptions, "audience"> & { readonly audience: Snowflake }>({
  ...callFields,
  audience: parseSnowflake,
  nonce: optional(textOf({ most: 4096 })),
  webBase: optional(parseBaseUrl),
  fetch: optional(callable()),
});
const loadClaims = loadOnce(() => import("./claims.ts"));

/**
 * The claims of an ID token, for a server that gets one from a game: verified by the keys that the service publishes. The keys are
 * kept for ten minutes, and fetched again when a token is signed with a new one, at most once a minute. Only RS256 counts, whatever
 * the token says of itself (RFC 8725 §3.1). An expiry counts with 30 seconds for clocks that differ (RFC 7519 §4.1.4).
 *
 * A token does not say who sent it. Give each sign-in a `nonce` of its own (`AuthorizationArgs.SetNonce`, or the option of
 * `signIn`), and take each of them once: a token that was copied is then worth nothing.
 *
 * @param idToken - as the game sent it: `idToken` of its `TokenResult`.
 * @throws ClientError `invalid_id_token` (AuthorizationFailed) for a token that proves nothing: believe nothing of it.
 *   `network_error`, `timeout` (NetworkError), `invalid_response` and the service's refusals (HTTPError) when its keys could not be
 *   fetched: nobody is let in, try again later. `invalid_argument` (ValidationError), `aborted`.
 *
 * @example
 * ```ts
 * import { verifyIdToken } from "slashpass/server";
 *
 * // `nonce`: made by this server for this sign-in, and forgotten with this call.
 * export async function playerOf(idToken: string, nonce: string): Promise<string> {
 *   const { sub } = await verifyIdToken(idToken, { nonce, audience: "123456789012345678" });
 *   return sub;
 * }
 * ```
 */
export async function verifyIdToken(
  idToken: string,
  options: VerifyIdTokenOptions,
): Promise<VerifiedIdTokenClaims> {
  const { audience, nonce, webBase = defaultWebBase, fetch, signal } = readOptions(options, "options");
  const token = readToken(idToken, "idToken");
  const keys = keysOf(webBase, fetch);
  const verify = async () => {
    const { verifyClaims } = await loadClaims();
    return verifyClaims(token, { issuer: webBase, audience, nonce, keys });
  };
  // The keys are fetched for all callers, so that no single caller can end it.
  return orAborted(verify(), operation, signal);
}

/** Stands for the global one, which a program may replace. */
const globalFetch = {};
const kept = new WeakMap<object, Map<string, IssuerKeys>>();

function keysOf(issuer: string, fetch: Fetch | undefined): IssuerKeys {
  const owner = fetch ?? globalFetch;
  const issuers = kept.get(owner) ?? new Map<string, IssuerKeys>();
  const keys = issuers.get(issuer) ?? new IssuerKeys(issuer, fetch);
  kept.set(owner, issuers.set(issuer, keys));
  return keys;
}
