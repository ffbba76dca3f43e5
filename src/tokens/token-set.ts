import { isObject, isSnowflake } from "../core/check/readers.ts";
import { type StoredPlayer, textOrNone } from "./player.ts";
import { invalidResponse, parseForeignJson, parseSeconds, parseTimestamp } from "../core/request/response.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import { hidden, hiddenIf, inspectAs } from "../core/printing.ts";
import { AuthorizationTokenType, isToken } from "./token-type.ts";

/**
 * An ID token's claims about the player, under their original names: `sub`, `iss`, `nonce` … (OpenID Connect Core §2). The
 * signature is not verified, so use them only for display. On a server, call `verifyIdToken` from `slashpass/server`.
 *
 * @stable
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

/** The nonce that the ID token must have. Omitted for an unknown attempt, whose nonce is not checked. */
export interface ExpectedNonce {
  /** `undefined` if the request had none. */
  readonly nonce: string | undefined;
}

/**
 * Checks the nonce (OpenID Connect Core §3.1.3.7 no. 11).
 *
 * @param claims - Required if the request had a nonce.
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
      ? `${operation} returned an ID token whose nonce does not match the authorization request.`
      : `${operation} returned no ID token, although the authorization request contained a nonce.`,
    hint: claims
      ? "The code belongs to another authorization, or was already exchanged. Run Authorize again."
      : 'Request the scope "openid", or omit the nonce.',
  });
}

/** A token response (RFC 6749 §5.1). The tokens can be read, but inspection shows `[hidden]`, and JSON omits them. @stable */
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

  /** The access token. Secret. */
  get accessToken(): string {
    return this.#grant.accessToken;
  }

  /** The refresh token, if one was granted. Secret; can be used only once. */
  get refreshToken(): string | undefined {
    return this.#grant.refreshToken;
  }

  /** Always Bearer. */
  get tokenType(): AuthorizationTokenType {
    return AuthorizationTokenType.Bearer;
  }

  /** The access token's lifetime in seconds; `undefined` if the service does not return it. */
  get expiresIn(): number | undefined {
    return this.#grant.expiresIn;
  }

  /**
   * The granted scopes, separated by spaces. They may differ from the requested scopes, which are used if the response lists none
   * (RFC 6749 §5.1). Empty if the requested scopes are unknown too, because the code came from another client or `RefreshToken`
   * was called.
   */
  get scopes(): string {
    return this.#grant.scopes;
  }

  /**
   * The ID token, if any. Secret, even though the service does not accept it as an access token. Everything except its signature
   * has been validated.
   */
  get idToken(): string | undefined {
    return this.#grant.idToken;
  }

  /**
   * The unverified claims of the ID token; `sub` is the player's id. On a server, pass {@link TokenResult.idToken} to
   * `verifyIdToken` from `slashpass/server` instead. Not shown by inspection.
   */
  get claims(): UnverifiedIdTokenClaims | undefined {
    return this.idToken === undefined ? undefined : decodeClaims(this.idToken);
  }

  /** Returns the result, excluding the tokens. */
  toJSON(): {
    tokenType: AuthorizationTokenType;
    /** The access token's lifetime in seconds. */
    expiresIn: number | undefined;
    scopes: string;
  } {
    return { tokenType: this.tokenType, expiresIn: this.expiresIn, scopes: this.scopes };
  }
}

/** A signed-in player's tokens, with absolute times. */
export interface TokenSet {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** When the tokens were received, in milliseconds since 1970. */
  readonly receivedAt: number;
  /** When the access token expires, in milliseconds since 1970; `undefined` if the service does not return this. */
  readonly expiresAt: number | undefined;
  readonly scopes: string;
  /** The requested scopes, which may differ from the granted ones. */
  readonly requestedScopes: string;
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

/** Keeps the old refresh token or scopes if the response does not include them (RFC 6749 §6). */
export function refreshedSet(old: TokenSet, result: TokenResult, now: number): TokenSet {
  const fresh = tokenSetOf(result, old.requestedScopes, now);
  return {
    ...fresh,
    player: old.player,
    refreshToken: fresh.refreshToken ?? old.refreshToken,
    scopes: fresh.scopes === "" ? old.scopes : fresh.scopes,
  };
}

/** Keeps the record short, because a keychain item can hold little more than two kilobytes. */
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

/** Returns `undefined` for a malformed record. */
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

/** @param expected - Describes the response in the error. */
export function readGrant(
  operation: string,
  answer: unknown,
  expected = "a token response (RFC 6749 §5.1)",
): TokenGrant {
  const { access_token, refresh_token, token_type, expires_in, scope, id_token } = (answer ?? {}) as Partial<
    Record<string, unknown>
  >;
  if (!isToken(access_token) || !/^bearer$/i.test(String(token_type)))
    throw invalidResponse(operation, expected);
  return {
    accessToken: access_token,
    refreshToken: isToken(refresh_token) ? refresh_token : undefined,
    expiresIn: parseSeconds(expires_in),
    scopes: textOrNone(scope) ?? "",
    idToken: textOrNone(id_token),
  };
}

/** A token response in the library's format (RFC 6749 §5.1). The game's own server responds in this format too. @stable */
export interface TokenGrant {
  /** Sent with requests as `Authorization: Bearer`. Secret. */
  readonly accessToken: string;
  /** Exchanged for the next access token (RFC 6749 §6). Secret; can be used only once. Missing if none was granted. */
  readonly refreshToken?: string | undefined;
  /** The access token's lifetime in seconds. */
  readonly expiresIn?: number | undefined;
  /** The granted scopes, separated by spaces. Empty if they are the same as the requested scopes. */
  readonly scopes: string;
  /** Identifies the player (OpenID Connect Core §2). Returned if the `openid` scope was granted. */
  readonly idToken?: string | undefined;
}
