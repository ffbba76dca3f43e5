import { isObject } from "../core/check/readers.ts";
import { parseForeignJson } from "../core/request/response.ts";
import { ClientError, ErrorType } from "../core/errors.ts";

/** What an ID token says of the player, by the names on the wire: `sub`, `iss`, `nonce` … (OpenID Connect Core §2). */
export type IdTokenClaims = Readonly<Record<string, unknown>>;

/** The claims of an ID token, or undefined if it is not one. Its signature is not checked. */
export function decodeClaims(idToken: string): IdTokenClaims | undefined {
  try {
    const [, payload = ""] = idToken.split(".");
    const binary = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    // Uint8Array.from with a function takes five times as long.
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
    const claims: unknown = parseForeignJson(new TextDecoder().decode(bytes));
    return isObject(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** What the ID token of an exchange has to hold; nothing is checked when the attempt is unknown. */
export interface ExpectedNonce {
  /** Undefined: the request had none, so the token may have none. */
  readonly nonce: string | undefined;
}

/**
 * Compares the nonce of an ID token with that of its request (OpenID Connect Core §3.1.3.7 no. 11).
 *
 * @param claims - of the ID token, if one came. Where a nonce was sent, one has to come.
 * @throws ClientError `invalid_response` (AuthorizationFailed).
 */
export function checkNonce(
  operation: string,
  claims: IdTokenClaims | undefined,
  expected: ExpectedNonce | undefined,
): void {
  if (!expected || (!claims && expected.nonce === undefined)) return;
  if (claims?.["nonce"] === expected.nonce && claims) return;
  throw new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "invalid_response",
    message: claims
      ? `${operation} returned an ID token whose nonce is not that of the authorization request.`
      : `${operation} returned no ID token, but a nonce was sent with the authorization request.`,
    hint: claims
      ? "The code belongs to another authorization, or was exchanged before. Run Authorize again."
      : 'Ask for the scope "openid", or send no nonce.',
  });
}
