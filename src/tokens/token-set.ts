import { isSnowflake } from "../core/check/readers.ts";
import { type StoredPlayer, textOrNone } from "./player.ts";
import { isObject } from "../core/check/readers.ts";
import { parseForeignJson, parseTimestamp } from "../core/request/response.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import { hidden, hiddenIf, inspectAs } from "../core/printing.ts";
import { AuthorizationTokenType } from "./token-type.ts";

/**
 * The claims of an ID token about the player, by their names in the token: `sub`, `iss`, `nonce` … (OpenID Connect Core §2). The
 * signature is not verified, so use them only for display. A server has to call `verifyIdToken` of `slashpass/server`.
 */
export type UnverifiedIdTokenClaims = Readonly<Record<string, unknown>>;

/** Does not check the signature. */
export function decodeClaims(idToken: string): UnverifiedIdTokenClaims | undefined {
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

/** Not checked for an unknown attempt. */
export interface ExpectedNonce {
  /** `undefined` if the request had none. */
  readonly nonce: string | undefined;
}

/**
 * OpenID Connect Core §3.1.3.7 no. 11.
 *
 * @param claims - required if the request had a nonce.
 * @throws ClientError `invalid_response` (AuthorizationFailed).
 */
export function checkNonce(
  operation: string,
  claims: UnverifiedIdTokenClaims | undefined,
  expected: ExpectedNonce | undefined,
): void {
  if (!expected || (!claims && expected.nonce === undefined)) return;
  if (claims?.["nonce"] === expected.nonce && claims) return;
  throw new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "invalid_response",
    message: claims
      ? `${operation} returned an ID token with a nonce that does not match the authorization request.`
      : `${operation} returned no ID token, although the authorization request contained a nonce.`,
    hint: claims
      ? "The code belongs to another authorization, or was already exchanged. Run Authorize again."
      : 'Request the scope "openid", or omit the nonce.',
  });
}

/** A token response (RFC 6749 §5.1). Its tokens can be read, but inspection shows `[hidden]`, and JSON omits them. */
export class TokenResult {
  static {
    inspectAs(this.prototype, (result) => ({
      accessToken: hidden,
      refreshToken: hiddenIf(result.refreshToken),
      idToken: hiddenIf(result.idToken),
      ...result.toJSON(),
    }));
  }
  readonly #grant: TokenGrant;

  constructor(grant: TokenGrant) {
    this.#grant = grant;
  }

  /** The access token. A secret. */
  get accessToken(): string {
    return this.#grant.accessToken;
  }

  /** The refresh token, if one was granted. A secret; each one works once. */
  get refreshToken(): string | undefined {
    return this.#grant.refreshToken;
  }

  /** Always Bearer. */
  get tokenType(): AuthorizationTokenType {
    return AuthorizationTokenType.Bearer;
  }

  /** The lifetime of the access token in seconds from the response; `undefined` if the service does not return it. */
  get expiresIn(): number | undefined {
    return this.#grant.expiresIn;
  }

  /**
   * The granted scopes, separated by spaces. They may differ from the requested scopes, which apply if the response has none (RFC
   * 6749 §5.1). Empty if both are unknown: the code came from another client, or `RefreshToken` was called.
   */
  get scopes(): string {
    return this.#grant.scopes;
  }

  /** The ID token, if there is one. A secret, but not usable at the service. Validated except for its signature. */
  get idToken(): string | undefined {
    return this.#grant.idToken;
  }

  /**
   * The unverified claims of the ID token about the player; `sub` is the player's id. A server has to call `verifyIdToken` of
   * `slashpass/server` with {@link TokenResult.idToken} instead. Not shown by inspection.
   */
  get claims(): UnverifiedIdTokenClaims | undefined {
    return this.idToken === undefined ? undefined : decodeClaims(this.idToken);
  }

  /** Returns the result without its tokens. */
  toJSON(): {
    /** Always Bearer. */
    tokenType: AuthorizationTokenType;
    /** The lifetime of the access token in seconds. */
    expiresIn: number | undefined;
    /** Granted scopes, separated by spaces. */
    scopes: string;
  } {
    return { tokenType: this.tokenType, expiresIn: this.expiresIn, scopes: this.scopes };
  }
}

/** The tokens of one signed-in player, with absolute times. */
export interface TokenSet {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** When the tokens were received, in milliseconds since 1970. */
  readonly receivedAt: number;
  /** Expiry of the access token, in milliseconds since 1970; `undefined` if the service does not return it. */
  readonly expiresAt: number | undefined;
  /** The granted scopes. */
  readonly scopes: string;
  /** The requested scopes, which may differ from the granted ones. */
  readonly requestedScopes: string;
  /** The player as last fetched from the service. */
  readonly player?: StoredPlayer | undefined;
}

/** `now` is in milliseconds since 1970. */
export function tokenSetOf(result: TokenResult, requestedScopes: string, now: number): TokenSet {
  return {
    accessToken: result.accessToken,
    refreshToken: result.refreshToken,
    receivedAt: now,
    expiresAt: result.expiresIn === undefined ? undefined : now + result.expiresIn * 1000,
    scopes: result.scopes,
    requestedScopes,
  };
}

/** A response without refresh token or scopes keeps the old ones (RFC 6749 §6). */
export function refreshedSet(old: TokenSet, result: TokenResult, now: number): TokenSet {
  const fresh = tokenSetOf(result, old.requestedScopes, now);
  return {
    ...fresh,
    player: old.player,
    refreshToken: fresh.refreshToken ?? old.refreshToken,
    scopes: fresh.scopes === "" ? old.scopes : fresh.scopes,
  };
}

/** Keychains hold little more than two kilobytes. */
export function formatRecord(tokens: TokenSet): string {
  const { accessToken, refreshToken, receivedAt, expiresAt, scopes, requestedScopes, player } = tokens;
  return JSON.stringify({
    v: 1,
    a: accessToken,
    r: refreshToken,
    i: receivedAt,
    e: expiresAt,
    s: scopes,
    q: requestedScopes,
    p: player && [player.id, player.username, player.globalName, player.avatar],
  });
}

/** Returns `undefined` if it is malformed. */
export function parseRecord(record: string): TokenSet | undefined {
  try {
    const { v, a, r, i, e, s, q, p } = parseForeignJson(record) as Partial<Record<string, unknown>>;
    const receivedAt = parseTimestamp(i);
    if (v !== 1 || typeof a !== "string" || receivedAt === undefined) return undefined;
    if (typeof s !== "string" || typeof q !== "string") return undefined;
    return {
      accessToken: a,
      refreshToken: textOrNone(r),
      receivedAt,
      expiresAt: parseTimestamp(e),
      scopes: s,
      requestedScopes: q,
      player: parsePlayer(p),
    };
  } catch {
    return undefined;
  }
}

function parsePlayer(value: unknown): StoredPlayer | undefined {
  const [id, username, globalName, avatar] = Array.isArray(value) ? (value as unknown[]) : [];
  if (!isSnowflake(id) || typeof username !== "string") return undefined;
  return { id, username, globalName: textOrNone(globalName), avatar: textOrNone(avatar) };
}

/** A token response with the library's names (RFC 6749 §5.1). The game's own server responds in the same format. */
export interface TokenGrant {
  /** Sent with requests as `Authorization: Bearer`. A secret. */
  readonly accessToken: string;
  /** Used to get the next access token (RFC 6749 §6). A secret; each one works once. Absent if none was granted. */
  readonly refreshToken?: string | undefined;
  /** The lifetime of the access token in seconds. */
  readonly expiresIn?: number | undefined;
  /** The granted scopes, separated by spaces; empty if they are the requested ones. */
  readonly scopes: string;
  /** Identifies the player (OpenID Connect Core §2). Present with the scope `openid`. */
  readonly idToken?: string | undefined;
}
