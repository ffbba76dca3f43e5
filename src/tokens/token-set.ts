import { saidMoment } from "../core/check/said-time.ts";
import type { TokenResult } from "./token-result.ts";
import { parseForeignJson } from "../core/check/json.ts";

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
