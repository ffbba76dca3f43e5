import { invalidResponse } from "../core/request/response.ts";
import { apiPath, type Fetch } from "../core/request/addresses.ts";
import { ask, type HttpAnswer } from "../core/request/send.ts";
import { type Hints, serviceError } from "../core/request/service-error.ts";
import type { ClientError } from "../core/errors.ts";
import { isSnowflake } from "../core/check/readers.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { decodeClaims, type TokenGrant } from "./token-set.ts";

/** The fields of a code exchange (RFC 6749 §4.1.3, RFC 7636 §4.5). */
export interface CodeForm {
  readonly code: string;
  /** `undefined` if the authorization request had no challenge. */
  readonly codeVerifier?: string | undefined;
  /** `undefined` for a code from the desktop client or an Activity, which do not redirect. */
  readonly redirectUri?: string | undefined;
}

export function codeForm({ code, codeVerifier, redirectUri }: CodeForm): Record<string, string> {
  return {
    grant_type: "authorization_code",
    code,
    ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
    ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
  };
}

/** Returns the values that errors must not contain. */
export function secretsOfCode({ code, codeVerifier }: CodeForm): readonly string[] {
  return codeVerifier === undefined ? [code] : [code, codeVerifier];
}

/** The service requires form encoding of the secret (RFC 6749 §2.3.1). */
export function formHeaders(id: string, secret: string): Record<string, string> {
  const encoded = new URLSearchParams({ "": secret }).toString().slice(1);
  return {
    accept: "application/json",
    authorization: `Basic ${btoa(`${id}:${encoded}`)}`,
    "content-type": "application/x-www-form-urlencoded",
  };
}

export function refusedTokens(
  answer: HttpAnswer,
  operation: string,
  mask: (text: string) => string,
): ClientError {
  const lacksRedirect = /missing\W*redirect_uri/i.test(answer.text);
  const hints = lacksRedirect ? { ...tokenHints, invalid_request: registerRedirect } : tokenHints;
  return serviceError(answer, { operation, mask, hints });
}

const tokenHints: Hints = {
  invalid_client:
    "Check applicationId and clientSecret. Resetting the secret in the developer portal invalidates the old one immediately.",
  invalid_grant: "The code or token was already used, expired or revoked. Ask the player to sign in again.",
};

// The service requires a registered redirect URI even if none is sent (embedded-app-sdk, issue 61).
const registerRedirect =
  "For a code from an Activity or the desktop client, register any redirect URI, such as https://127.0.0.1, in the developer portal (OAuth2, Redirects): the exchange does not send it, but the service requires one. For any other code, pass the redirectUri from its authorization request.";

export interface PlayerQuestion {
  readonly apiBase: string;
  readonly timeoutMs: number;
  readonly fetch: Fetch | undefined;
  readonly signal: AbortSignal | undefined;
  readonly mask: (text: string) => string;
}

/** Reads the player's id from the ID token, which came directly from the service. Without an ID token, fetches the player. */
export async function playerOf(
  { accessToken, idToken }: TokenGrant,
  { apiBase, mask, ...asking }: PlayerQuestion,
): Promise<Snowflake> {
  const claimed = idToken === undefined ? undefined : decodeClaims(idToken)?.["sub"];
  if (isSnowflake(claimed)) return claimed;
  const operation = "Fetching a token's player";
  const user = await ask({
    ...asking,
    operation,
    method: "GET",
    url: apiBase + apiPath`/users/@me`,
    headers: { authorization: `Bearer ${accessToken}` },
    refuse: (refused) => serviceError(refused, { operation, mask, hints: identify }),
  });
  const { id } = (user ?? {}) as { id?: unknown };
  if (!isSnowflake(id)) throw invalidResponse(operation, "a user");
  return id;
}

const identify: Hints = {
  "status 401": "Ask the player to sign in with the openid or identify scope.",
  "status 403": "Ask the player to sign in with the openid or identify scope.",
};
