import { isObject } from "../core/check/readers.ts";
import { parseForeignJson } from "../core/check/json.ts";
import type { TokenGrant } from "../tokens/token-grant.ts";
import type { RecordLife } from "./player-store.ts";

/** The tokens of a player, as they are kept. */
export interface KeptTokens {
  readonly accessToken: string;
  /** Undefined for a provisional account, and where the service gave none. */
  readonly refreshToken: string | undefined;
  readonly scopes: string;
}

/** A token is renewed when this share of its life is left, but no more than a day before its end. */
const dueShare = 0.15;
const longestMarginMs = 24 * 60 * 60_000;

export function keptTokens({ accessToken, refreshToken, scopes }: TokenGrant, old?: KeptTokens): KeptTokens {
  // An answer without refresh token or scopes keeps the old ones (RFC 6749 §6).
  return {
    accessToken,
    refreshToken: refreshToken ?? old?.refreshToken,
    scopes: scopes === "" ? (old?.scopes ?? "") : scopes,
  };
}

export function formatTokens({ accessToken, refreshToken, scopes }: KeptTokens): string {
  return JSON.stringify({ a: accessToken, r: refreshToken, s: scopes });
}

/** Undefined if it is not one of ours. */
export function parseTokens(record: string): KeptTokens | undefined {
  const fields = parse(record);
  if (!isObject(fields)) return undefined;
  const { a, r, s } = fields;
  if (typeof a !== "string" || typeof s !== "string") return undefined;
  return { accessToken: a, refreshToken: typeof r === "string" ? r : undefined, scopes: s };
}

/**
 * How long a token is good for that came `agoMs` ago.
 *
 * @param expiresIn - seconds; undefined when the service did not say.
 */
export function lifeOf(expiresIn: number | undefined, agoMs: number): RecordLife {
  if (expiresIn === undefined) return { dueMs: undefined, leftMs: undefined };
  const lifeMs = expiresIn * 1000;
  const leftMs = Math.max(0, lifeMs - agoMs);
  return { leftMs, dueMs: Math.max(0, leftMs - Math.min(longestMarginMs, lifeMs * dueShare)) };
}

function parse(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return undefined;
  }
}
