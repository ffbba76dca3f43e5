import * as oauth from "oauth4webapi";
import { ClientError, ErrorType, isClientError } from "../../core/errors.ts";
import { textOfError } from "../../core/check/callback.ts";
import { isObject, isSnowflake } from "../../core/check/readers.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { PublishedKeys, IssuerKeys } from "./issuer-keys.ts";

/**
 * An ID token's claims, returned after its signature, issuer, audience, expiry and nonce were verified (OpenID Connect Core §2).
 *
 * @stable
 */
export interface VerifiedIdTokenClaims {
  readonly sub: Snowflake;
  /** The issuer: the base URL of Discord's website. */
  readonly iss: string;
  /** The application's id, or a list that contains it. */
  readonly aud: string | readonly string[];
  /** When the token expires, in seconds since 1970. */
  readonly exp: number;
  /** When the token was issued, in seconds since 1970. */
  readonly iat: number;
  readonly nonce?: string | undefined;
  /** Other claims, unchanged. */
  readonly [claim: string]: unknown;
}

interface Expected {
  readonly issuer: string;
  readonly audience: Snowflake;
  /** If `undefined`, the token must not have a nonce. */
  readonly nonce: string | undefined;
}

export async function verifyClaims(
  idToken: string,
  { keys, ...expected }: Expected & { readonly keys: Pick<IssuerKeys, "current" | "newerThan"> },
): Promise<VerifiedIdTokenClaims> {
  try {
    const { claims, response } = await readClaims(idToken, expected);
    const current = await keys.current();
    if (await isSigned(response, current, expected)) return claims;
    const newer = await keys.newerThan(current);
    if (newer && (await isSigned(response, newer, expected))) return claims;
  } catch (error) {
    throw isClientError(error) ? error : invalidIdToken(reasonOf(error, expected));
  }
  throw invalidIdToken(`is signed with a key that ${expected.issuer} does not publish`);
}

/**
 * Validates everything except the signature, which oauth4webapi does not check for a token endpoint response. This token comes
 * from a game, so its signature is verified separately.
 */
async function readClaims(idToken: string, { issuer, audience, nonce }: Expected) {
  const response = Response.json({ access_token: "-", token_type: "bearer", id_token: idToken });
  const client = { client_id: audience, id_token_signed_response_alg: "RS256" };
  const answer = await oauth.processAuthorizationCodeResponse({ issuer }, client, response, {
    requireIdToken: true,
    expectedNonce: nonce ?? oauth.expectNoNonce,
  });
  const claims = oauth.getValidatedIdTokenClaims(answer);
  if (!claims || !isSnowflake(claims.sub)) throw invalidIdToken("does not contain a player id (sub)");
  return { claims: { ...claims, sub: claims.sub }, response };
}

async function isSigned(
  response: Response,
  published: PublishedKeys,
  { issuer }: Expected,
): Promise<boolean> {
  // Passing a new server object and a fresh cache entry keeps oauth4webapi from caching or fetching keys itself.
  const server = { issuer, jwks_uri: `${issuer}/` };
  const jwks = published as unknown as oauth.JWKS;
  const cache = { jwks, uat: Math.floor(Date.now() / 1000) };
  try {
    await oauth.validateApplicationLevelSignature(server, response, { [oauth.jwksCache]: cache });
    return true;
  } catch (error) {
    if (isObject(error) && error["code"] === oauth.KEY_SELECTION) return false;
    throw error;
  }
}

/** Discards oauth4webapi's errors, because they contain the token. */
function reasonOf(error: unknown, { issuer, audience }: Expected): string {
  const reasons: ReadonlyMap<unknown, string> = new Map([
    ["iss", `was not issued by ${issuer} (iss)`],
    ["aud", `is not for the application ${audience} (aud)`],
    ["azp", `is not for the application ${audience} (azp)`],
    ["nonce", "does not contain this sign-in's nonce"],
    ["exp", "has expired according to this server's clock"],
    ["nbf", "is not yet valid according to this server's clock"],
  ]);
  const reason = reasons.get(claimOf(error));
  if (reason !== undefined) return reason;
  const text = textOfError(error);
  if (text.includes('"alg"')) return "is not signed with RS256";
  if (text.includes("signature")) return "has an invalid signature";
  return "is not an ID token (OpenID Connect Core §2)";
}

function claimOf(error: unknown): unknown {
  return isObject(error) && isObject(error["cause"]) ? error["cause"]["claim"] : undefined;
}

function invalidIdToken(reason: string): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "invalid_id_token",
    message: `The ID token ${reason}.`,
    hint: "Ignore its claims and ask the player to sign in again.",
  });
}
