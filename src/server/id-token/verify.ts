import { type CallOptions, callFields } from "../../core/request/transport.ts";
import { defaultWebBase, parseBaseUrl, type Fetch } from "../../core/request/addresses.ts";
import { orAborted } from "../../core/request/abort.ts";
import { fields } from "../../core/check/fields.ts";
import { callable, optional, parseSnowflake, textOf } from "../../core/check/readers.ts";
import { loadOnce } from "../../core/lazy.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import type { VerifiedIdTokenClaims } from "./claims.ts";
import { IssuerKeys } from "./issuer-keys.ts";

/** Options for {@link verifyIdToken}. @stable */
export interface VerifyIdTokenOptions extends CallOptions {
  /** The id of the application that the token must be issued for (`aud`, OpenID Connect Core §2). Error: `invalid_id`. */
  readonly audience: SnowflakeInput;
  /**
   * The nonce that your server created for this sign-in and accepts only once. If omitted, the token must not have one (OpenID
   * Connect Core §3.1.3.7 no. 11).
   */
  readonly nonce?: string | undefined;
  /**
   * The issuer: the base URL of Discord's website. Default `https://discord.com`. Error: `invalid_base_url` unless it uses https,
   * or http on this machine.
   */
  readonly webBase?: string | undefined;
  /** Replaces the global `fetch` for fetching the keys. Keys are cached per function, so pass the same function each time. */
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
 * Verifies an ID token that a game sent to your server and returns its claims. The service's published keys are cached for ten
 * minutes. A token with an unknown key causes another fetch, at most once a minute. Only RS256 is accepted, regardless of the
 * token's header (RFC 8725 §3.1). The expiry check tolerates 30 seconds of clock skew (RFC 7519 §4.1.4).
 *
 * A valid token does not identify its sender. Create a `nonce` for each sign-in (`AuthorizationArgs.SetNonce`, or the `nonce`
 * option of `signIn`) and accept each nonce only once. A copied token is then useless.
 *
 * @stable
 * @param idToken - The `idToken` from the game's `TokenResult`.
 * @throws ClientError `invalid_id_token` (AuthorizationFailed) for an invalid token: do not trust its claims. `network_error`,
 *   `timeout` (NetworkError), `invalid_response` and the service's errors (HTTPError) if the keys could not be fetched: reject
 *   the sign-in and try again later. `invalid_argument` (ValidationError), `aborted`.
 *
 * @example
 * ```ts
 * import { verifyIdToken } from "slashpass/server";
 *
 * // `nonce`: created by this server for this sign-in, and deleted before this call.
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
  // Other calls share the fetch, so aborting one call does not cancel it.
  return orAborted(verify(), operation, signal);
}

/** The cache key for the global `fetch`, because a program may replace that function. */
const globalFetch = {};
const keyCaches = new WeakMap<object, Map<string, IssuerKeys>>();

function keysOf(issuer: string, fetch: Fetch | undefined): IssuerKeys {
  const owner = fetch ?? globalFetch;
  const issuers = keyCaches.get(owner) ?? new Map<string, IssuerKeys>();
  const keys = issuers.get(issuer) ?? new IssuerKeys(issuer, fetch);
  keyCaches.set(owner, issuers.set(issuer, keys));
  return keys;
}
