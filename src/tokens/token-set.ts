import { isSnowflake } from "../core/check/readers.ts";
import { type KeptPlayer, textOrNone } from "./player.ts";
import { isObject } from "../core/check/readers.ts";
import { parseForeignJson, saidMoment } from "../core/request/response.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import { hidden, hiddenIf, inspectAs } from "../core/printing.ts";
import { AuthorizationTokenType } from "./token-type.ts";

/**
 * The claims of an ID token about the player, by the names on the wire: `sub`, `iss`, `nonce` … (OpenID Connect Core §2). Nobody has
 * verified the signature: they are good for a greeting. A server believes only `verifyIdToken` of `slashpass/server`.
 */
export type UnverifiedIdTokenClaims = Readonly<Record<string, unknown>>;

/** The claims of an ID token, or undefined if it is not one. Its signature is not checked. */
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

/** The nonce that the ID token of an exchange must hold; nothing is checked for an unknown attempt. */
export interface ExpectedNonce {
  /** Undefined: the request had none, so the token may have none. */
  readonly nonce: string | undefined;
}

/**
 * Compares the nonce of an ID token with that of its request (OpenID Connect Core §3.1.3.7 no. 11).
 *
 * @param claims - of the ID token, if there is one. After a request with a nonce it is required.
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
      ? `${operation} returned an ID token whose nonce is not that of the authorization request.`
      : `${operation} returned no ID token, but a nonce was sent with the authorization request.`,
    hint: claims
      ? "The code belongs to another authorization, or was exchanged before. Run Authorize again."
      : 'Ask for the scope "openid", or send no nonce.',
  });
}

/**
 * What the token endpoint granted (RFC 6749 §5.1). Its tokens can be read but are not shown: printing it says
 * `[hidden]` for each, and turning it into JSON gives the rest only.
 */
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

  /** The refresh token, where one was granted. A secret; each one works once. */
  get refreshToken(): string | undefined {
    return this.#grant.refreshToken;
  }

  /** Always Bearer. */
  get tokenType(): AuthorizationTokenType {
    return AuthorizationTokenType.Bearer;
  }

  /** Seconds that the access token lives, counted from the answer; undefined when the service does not say. */
  get expiresIn(): number | undefined {
    return this.#grant.expiresIn;
  }

  /**
   * The granted scopes, separated by spaces. They may differ from those asked for, and are the same where the service names
   * none (RFC 6749 §5.1). Empty only when neither is known: the code came from another client, or `RefreshToken` was called.
   */
  get scopes(): string {
    return this.#grant.scopes;
  }

  /** The ID token, where one came: a secret, and worth nothing to the service. Checked, but for its signature. */
  get idToken(): string | undefined {
    return this.#grant.idToken;
  }

  /**
   * The claims of the ID token about the player, which nobody has verified; `sub` is the player's id. A server calls `verifyIdToken`
   * of `slashpass/server` with the {@link TokenResult.idToken} instead. Not shown when this is printed.
   */
  get claims(): UnverifiedIdTokenClaims | undefined {
    return this.idToken === undefined ? undefined : decodeClaims(this.idToken);
  }

  /** The result without its tokens. */
  toJSON(): {
    /** Kind of access token: always Bearer. */
    tokenType: AuthorizationTokenType;
    /** Seconds that the access token lives. */
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
  /** When the tokens came, in milliseconds since 1970. */
  readonly receivedAt: number;
  /** When the access token ends, in milliseconds since 1970; undefined when the service did not say. */
  readonly expiresAt: number | undefined;
  /** The scopes that were granted. */
  readonly scopes: string;
  /** The scopes that were asked for; the service may answer with others. */
  readonly requestedScopes: string;
  /** The player, as the service last said. */
  readonly player?: KeptPlayer | undefined;
}

/** The tokens of `result`, received at `now` (milliseconds since 1970). */
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

/** The replacement of `old` after a refresh: an answer without refresh token or scopes keeps the old ones (RFC 6749 §6). */
export function refreshedSet(old: TokenSet, result: TokenResult, now: number): TokenSet {
  const fresh = tokenSetOf(result, old.requestedScopes, now);
  return {
    ...fresh,
    player: old.player,
    refreshToken: fresh.refreshToken ?? old.refreshToken,
    scopes: fresh.scopes === "" ? old.scopes : fresh.scopes,
  };
}

/** One compact text for the store: keychains have room for little more than two kilobytes. */
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

/** The tokens in a record, or undefined when it is not one of ours. */
export function parseRecord(record: string): TokenSet | undefined {
  try {
    const { v, a, r, i, e, s, q, p } = parseForeignJson(record) as Partial<Record<string, unknown>>;
    const receivedAt = saidMoment(i);
    if (v !== 1 || typeof a !== "string" || receivedAt === undefined) return undefined;
    if (typeof s !== "string" || typeof q !== "string") return undefined;
    return {
      accessToken: a,
      refreshToken: textOrNone(r),
      receivedAt,
      expiresAt: saidMoment(e),
      scopes: s,
      requestedScopes: q,
      player: parsePlayer(p),
    };
  } catch {
    return undefined;
  }
}

function parsePlayer(value: unknown): KeptPlayer | undefined {
  const [id, username, globalName, avatar] = Array.isArray(value) ? (value as unknown[]) : [];
  if (!isSnowflake(id) || typeof username !== "string") return undefined;
  return { id, username, globalName: textOrNone(globalName), avatar: textOrNone(avatar) };
}

/** A token response under our names (RFC 6749 §5.1); the game's own server answers in the same form. */
export interface TokenGrant {
  /** Sent with requests as `Authorization: Bearer`. A secret. */
  readonly accessToken: string;
  /** Gets the next access token (RFC 6749 §6). A secret: each one works once. Absent where none was granted. */
  readonly refreshToken?: string | undefined;
  /** Seconds that the access token lives. */
  readonly expiresIn?: number | undefined;
  /** The granted scopes, separated by spaces; empty for those that were asked for. */
  readonly scopes: string;
  /** Says who the player is (OpenID Connect Core §2); came with the scope `openid`. */
  readonly idToken?: string | undefined;
}
