import { ClientError, ErrorType } from "../core/errors.ts";
import { isObject } from "../core/check/readers.ts";
import { readForeignJson } from "../core/request/response.ts";
import type { TokenGrant } from "../tokens/token-set.ts";
import type { RecordLifetime } from "./player-store.ts";

export interface StoredTokens {
  readonly accessToken: string;
  /** `undefined` for a provisional account. */
  readonly refreshToken: string | undefined;
  readonly scopes: string;
}

/** A token is due when this share of its lifetime is left, or a day if that is shorter. */
const dueShare = 0.15;
const maxMarginMs = 24 * 60 * 60_000;

export function toStoredTokens(
  { accessToken, refreshToken, scopes }: TokenGrant,
  old?: StoredTokens,
): StoredTokens {
  // If a response has no refresh token or scopes, the old ones remain valid (RFC 6749 §6).
  return {
    accessToken,
    refreshToken: refreshToken ?? old?.refreshToken,
    scopes: scopes === "" ? (old?.scopes ?? "") : scopes,
  };
}

export function formatTokens({ accessToken, refreshToken, scopes }: StoredTokens): string {
  return JSON.stringify({ v: 1, a: accessToken, r: refreshToken, s: scopes });
}

function parseTokens(record: string): StoredTokens | undefined {
  const fields = readForeignJson(record);
  if (!isObject(fields)) return undefined;
  const { v, a, r, s } = fields;
  if (v !== 1 || typeof a !== "string" || typeof s !== "string") return undefined;
  return { accessToken: a, refreshToken: typeof r === "string" ? r : undefined, scopes: s };
}

/** @param expiresIn - in seconds. */
export function lifetimeOf(expiresIn: number | undefined, agoMs: number): RecordLifetime {
  if (expiresIn === undefined) return { dueMs: undefined, remainingMs: undefined };
  const lifetimeMs = expiresIn * 1000;
  const remainingMs = Math.max(0, lifetimeMs - agoMs);
  return { remainingMs, dueMs: Math.max(0, remainingMs - Math.min(maxMarginMs, lifetimeMs * dueShare)) };
}

export function readStoredTokens(record: string): StoredTokens {
  const tokens = parseTokens(record);
  if (tokens) return tokens;
  throw new ClientError({
    type: ErrorType.Disabled,
    code: "store_unreadable",
    message:
      "A player's record in the store was written by another program or a newer version of this package.",
    hint: "Use a different prefix for other data in that store.",
  });
}
