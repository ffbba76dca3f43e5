import { hidden, hiddenIf, inspectAs } from "../core/inspect-as.ts";
import { decodeClaims, type IdTokenClaims } from "./id-token.ts";
import { saidMoment, parseForeignJson } from "../core/request/response.ts";
import { AuthorizationTokenType } from "./token-type.ts";

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

  /** What the ID token says of the player; `sub` is the player's id. Not shown when this is printed. */
  get claims(): IdTokenClaims | undefined {
    return this.idToken === undefined ? undefined : decodeClaims(this.idToken);
  }

  toJSON(): { tokenType: AuthorizationTokenType; expiresIn: number | undefined; scopes: string } {
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

/** What replaces `old` after a refresh: an answer without refresh token or scopes keeps the old ones (RFC 6749 §6). */
export function refreshedSet(old: TokenSet, result: TokenResult, now: number): TokenSet {
  const fresh = tokenSetOf(result, old.requestedScopes, now);
  return {
    ...fresh,
    refreshToken: fresh.refreshToken ?? old.refreshToken,
    scopes: fresh.scopes === "" ? old.scopes : fresh.scopes,
  };
}

/** One compact text for the store: keychains have room for little more than two kilobytes. */
export function formatRecord(tokens: TokenSet): string {
  const { accessToken, refreshToken, receivedAt, expiresAt, scopes, requestedScopes } = tokens;
  return JSON.stringify({
    v: 1,
    a: accessToken,
    r: refreshToken,
    i: receivedAt,
    e: expiresAt,
    s: scopes,
    q: requestedScopes,
  });
}

/** The tokens in a record, or undefined when it is not one of ours. */
export function parseRecord(record: string): TokenSet | undefined {
  try {
    const { v, a, r, i, e, s, q } = parseForeignJson(record) as Partial<Record<string, unknown>>;
    const receivedAt = saidMoment(i);
    if (v !== 1 || typeof a !== "string" || receivedAt === undefined) return undefined;
    if (typeof s !== "string" || typeof q !== "string") return undefined;
    return {
      accessToken: a,
      refreshToken: typeof r === "string" ? r : undefined,
      receivedAt,
      expiresAt: saidMoment(e),
      scopes: s,
      requestedScopes: q,
    };
  } catch {
    return undefined;
  }
}

/** A token response under our names (RFC 6749 §5.1); the game's own server answers in the same form. */
export interface TokenGrant {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Seconds that the access token lives. */
  readonly expiresIn?: number | undefined;
  /** The granted scopes, separated by spaces; empty for those that were asked for. */
  readonly scopes: string;
  /** Says who the player is (OpenID Connect Core §2); came with the scope `openid`. */
  readonly idToken?: string | undefined;
}
