import { ClientError, ErrorType, isClientError } from "../core/errors.ts";
import { inWords } from "../core/request/clock.ts";
import { fields } from "../core/check/fields.ts";
import { type Reader, optional, readerOf, textOf, whole, withMethods } from "../core/check/readers.ts";

export function signedOut(state: "none" | "ended"): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "session_ended",
    message:
      state === "none"
        ? "The player has no tokens here: nobody with this id has signed in."
        : "The player is signed out: the tokens were revoked or forgotten, or the service refused to refresh them.",
    hint: "Let the player sign in again.",
  });
}

export function noRefreshToken(): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "invalid_grant",
    message:
      "The player's token has expired, and it has no refresh token, like all tokens of provisional accounts.",
    hint: "Pass externalAuth to createPlayerTokens, or let the game authenticate again with a token of its provider.",
  });
}

export function stillBusy(ms: number): ClientError {
  return new ClientError({
    type: ErrorType.ClientNotReady,
    code: "session_busy",
    message: `The player's token has expired, and another instance has not renewed it within ${inWords(ms)}.`,
    hint: "Try again.",
    retryable: true,
  });
}

export function tooMany(): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "rate_limited",
    message:
      "Too many requests for tokens came within a minute: from one game or address, or from all callers whose address is not known.",
    hint: "Try again in a minute.",
    status: 429,
    retryable: true,
    retryAfter: 60,
  });
}

export function deadSecret(problem: string): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "invalid_grant",
    message: `The session secret ${problem}.`,
    hint: "Let the player sign in again.",
  });
}

/** For a game there is no difference between a session and tokens that are over. */
export function asDeadSecret(error: unknown): never {
  throw isClientError(error) && error.code === "session_ended"
    ? deadSecret("belongs to a player who is signed out")
    : error;
}

/** How long a record is good for, in milliseconds from now; undefined for ever. */
export interface RecordLife {
  /** Until it has to be renewed. */
  readonly dueMs: number | undefined;
  /** Until the access token in it no longer works. */
  readonly leftMs: number | undefined;
}

/** A player's tokens in the store, with the time that they have left. */
export interface KeptRecord {
  /** The text that was written. A secret. */
  readonly record: string;
  /** Of the write that brought it. Grows with each one. */
  readonly version: number;
  /** Milliseconds until its access token no longer works, 0 when it is over; undefined for never. */
  readonly leftMs: number | undefined;
}

/** The result of taking an account. */
export type Taken =
  /** Nothing is known of it. */
  | {
      /** Which of the five cases it is. */
      readonly state: "none";
    }
  /** It was forgotten a short while ago: writes of instances that still work on it are refused. */
  | { readonly state: "ended" }
  /** Nothing needs to be done about it. */
  | ({ readonly state: "fresh" } & KeptRecord)
  /** It is due, and somebody else renews it. */
  | ({ readonly state: "busy" } & KeptRecord)
  /** It is due, and yours to renew for 15 seconds: write it with this fence. */
  | ({
      readonly state: "leased";
      /** Number of the lease: grows with each one. */
      readonly fence: number;
    } & KeptRecord);

/** The result of a write. */
export type Written =
  /** `isReplicated` tells whether as many replicas have it as were asked for. */
  | {
      /** Whether the record was written. */
      readonly isKept: true;
      /** Whether as many replicas have it as were asked for. */
      readonly isReplicated: boolean;
    }
  /** A newer one was there already, or the account was forgotten. */
  | { readonly isKept: false };

/** The result of using a session's secret. */
export type SessionUse =
  /** It was the newest one; the next one has this index. */
  | {
      /** Which of the four cases it is. */
      readonly outcome: "rotated";
      /** Index of the next secret. */
      readonly index: number;
    }
  /** It was used before, and the one after it was not, so that its answer may have been lost: the next one, once more. */
  | { readonly outcome: "repeated"; readonly index: number }
  /** It was used before, and so was the one after it: somebody has a copy. The session has ended. */
  | { readonly outcome: "reused" }
  /** There is no such session. */
  | { readonly outcome: "unknown" };

/** How long a record is leased to the instance that renews it: a slow store, slow limits, the service and the write fit in. */
export const leaseMs = 15_000;
/**
 * How long a record whose lease ended without a word of its holder is kept for the holder, from the first time that another
 * one asks for it: the holder may have the newer token, and reach the store again only now, as all do after an outage.
 * Drivers connect again within two seconds.
 */
export const returnMs = 5_000;
/** How long a used secret is answered again, in case its answer was lost on the way. */
export const lostAnswerMs: number = 5 * 60_000;
/** How long a session lives without being used. */
export const sessionLifeMs: number = 90 * 24 * 60 * 60_000;
/** The most sessions of a player. One more ends the least recently used. */
export const mostSessions = 16;

/**
 * Where all instances of a server keep their players' tokens. An account is one player of one application. A record is one
 * text, all of it secret; so is nothing else here.
 */
export interface PlayerStore {
  /** Short name for errors, for example `redis`. */
  readonly name: string;
  /**
   * Reads, and takes the lease of a record that is due when nobody else has it. A lease that ended by itself, without
   * {@link write} or {@link release}, is kept for its holder for 5 more seconds, which begin when another instance asks.
   *
   * @param rejected - a version whose token the service no longer takes: it counts as due.
   */
  take(account: string, rejected?: number): Promise<Taken>;
  /** Writes a renewed record, unless the holder of a later lease has already written one. */
  write(account: string, fence: number, record: string, life: RecordLife): Promise<Written>;
  /** Gives the lease back without having renewed. */
  release(account: string, fence: number): Promise<void>;
  /** Writes what a player has just signed in with, whatever was there. Leases that are still out become worthless. */
  put(
    account: string,
    record: string,
    life: RecordLife,
  ): Promise<{
    /** Whether as many replicas have it as were asked for. */
    readonly isReplicated: boolean;
  }>;
  /**
   * Forgets the record and all sessions; for a day it answers `ended`.
   *
   * @param version - only a record of this version: nothing is forgotten when another one has been written.
   * @returns false when there was no such record.
   */
  bury(account: string, version?: number): Promise<boolean>;
  /** Begins a session, whose first secret has the index 1. */
  openSession(account: string, session: string): Promise<void>;
  /** Uses the session's secret with this index. */
  useSession(account: string, session: string, index: number): Promise<SessionUse>;
  /** Adds one to the count of `name`; returns the count in the current minute. */
  count(name: string): Promise<number>;
  /** A signature that every instance with the same keys makes and knows. */
  sign(text: string): string;
  /** Whether a signature is of the text, by any key that is still good. */
  verify(text: string, signature: string): boolean;
}

/** Anything with the methods of such a store. */
export const readPlayerStore: Reader<PlayerStore> = withMethods<PlayerStore>([
  "take",
  "write",
  "release",
  "put",
  "bury",
  "openSession",
  "useSession",
  "count",
  "sign",
  "verify",
]);

const text = textOf({ least: 0 });
const number = whole(0, Number.MAX_SAFE_INTEGER);
const milliseconds = readerOf<number>(
  "a number of milliseconds",
  (value) => typeof value === "number" && value >= 0 && value <= Number.MAX_SAFE_INTEGER,
);
const readLife = fields<RecordLife>({ dueMs: optional(milliseconds), leftMs: optional(milliseconds) });
const life = (value: unknown): RecordLife => {
  const { dueMs, leftMs } = readLife(value, "life");
  return { dueMs, leftMs };
};

/** A store of this library, which checks its arguments. */
export function ownPlayerStore(store: PlayerStore): PlayerStore {
  return {
    name: store.name,
    take: async (account, rejected) =>
      store.take(text(account, "account"), optional(number)(rejected, "rejected")),
    write: async (account, fence, record, given) =>
      store.write(text(account, "account"), number(fence, "fence"), text(record, "record"), life(given)),
    release: async (account, fence) => store.release(text(account, "account"), number(fence, "fence")),
    put: async (account, record, given) =>
      store.put(text(account, "account"), text(record, "record"), life(given)),
    bury: async (account, version) =>
      store.bury(text(account, "account"), optional(number)(version, "version")),
    openSession: async (account, session) =>
      store.openSession(text(account, "account"), text(session, "session")),
    useSession: async (account, session, index) =>
      store.useSession(text(account, "account"), text(session, "session"), number(index, "index")),
    count: async (name) => store.count(text(name, "name")),
    sign: (signed) => store.sign(text(signed, "text")),
    verify: (signed, signature) => store.verify(text(signed, "text"), text(signature, "signature")),
  };
}
