import { fields } from "../core/check/fields.ts";
import { type Reader, optional, readerOf, textOf, whole, withMethods } from "../core/check/readers.ts";

/** A record's lifetime, in milliseconds from now. `undefined` means unlimited. @stable */
export interface RecordLifetime {
  /** The time until the record has to be renewed. */
  readonly dueMs: number | undefined;
  /** The time until the record's access token expires. */
  readonly remainingMs: number | undefined;
}

/** A player's tokens in the store and their remaining lifetime. @stable */
export interface StoredRecord {
  /** The stored string, which is secret. */
  readonly record: string;
  /** The record's version, which increases with each write. */
  readonly version: number;
  /** The number of milliseconds until the access token expires. 0 if it has expired, `undefined` if it never expires. */
  readonly remainingMs: number | undefined;
}

/** The result of {@link PlayerStore.take}. @stable */
export type Taken =
  /** There is no record. */
  | {
      readonly state: "none";
    }
  /** The account was recently forgotten. If other instances are still renewing its record, their writes are rejected. */
  | { readonly state: "ended" }
  /** The record is not due. */
  | ({ readonly state: "fresh" } & StoredRecord)
  /** The record is due, and another instance is renewing it. */
  | ({ readonly state: "busy" } & StoredRecord)
  /** The record is due and leased to you for 15 seconds. Pass the fence when you write the record. */
  | ({
      readonly state: "leased";
      /** The lease's number, which increases with each lease. */
      readonly fence: number;
    } & StoredRecord);

/** The result of {@link PlayerStore.write}. @stable */
export type Written =
  /** The record was written. */
  | {
      readonly isStored: true;
      /** Whether the write has reached the requested number of replicas. */
      readonly isReplicated: boolean;
    }
  /** A newer record exists, or the account was forgotten. */
  | { readonly isStored: false };

/** The result of {@link PlayerStore.useSession}. @stable */
export type SessionUse =
  /** The secret was the newest one. */
  | {
      readonly outcome: "rotated";
      /** The next secret's index. */
      readonly index: number;
    }
  /**
   * The secret was used before, but its successor was not. The response may have been lost, so return the same successor again.
   */
  | { readonly outcome: "repeated"; readonly index: number }
  /** Both the secret and its successor were used before, so the secret was copied. The session has ended. */
  | { readonly outcome: "reused" }
  /** The session does not exist. */
  | { readonly outcome: "unknown" };

/** Allows for a slow store, rate limits, the request and the write. */
export const leaseMs = 15_000;
/**
 * How long an expired lease stays reserved for its holder, starting with another instance's first request. After an outage, the
 * holder may have the newer token. Drivers reconnect within two seconds.
 */
export const returnMs = 5_000;
/** How long a used secret returns the same result, in case the response was lost. */
export const lostAnswerMs: number = 5 * 60_000;
export const sessionLifetimeMs: number = 90 * 24 * 60 * 60_000;
/** Opening another session ends the least recently used one. */
export const maxSessions = 16;

/**
 * The token store shared by all instances of a server. An account is a single player in a single application. Only the record
 * string is secret.
 *
 * @stable
 */
export interface PlayerStore {
  /** A short name to use in errors, for example `redis`. */
  readonly name: string;
  /**
   * Reads the record. If it is due and not leased, also leases it. If a lease expires without {@link write} or {@link release},
   * it stays reserved for its holder for 5 more seconds, starting with another instance's first request.
   *
   * @param rejected - The version of a token that the service rejected. That version counts as due.
   */
  take(account: string, rejected?: number): Promise<Taken>;
  /** Writes a renewed record, unless the holder of a later lease has already written one. */
  write(account: string, fence: number, record: string, lifetime: RecordLifetime): Promise<Written>;
  /** Releases the lease of a record that was not renewed. */
  release(account: string, fence: number): Promise<void>;
  /** Writes a new sign-in's record unconditionally and invalidates leases. */
  put(
    account: string,
    record: string,
    lifetime: RecordLifetime,
  ): Promise<{
    /** Whether the write has reached the requested number of replicas. */
    readonly isReplicated: boolean;
  }>;
  /**
   * Deletes the record and all sessions. For a day, `take` returns `ended`.
   *
   * @param version - If set, the record is deleted only if it has this version.
   * @returns `false` if there was no such record.
   */
  delete(account: string, version?: number): Promise<boolean>;
  /** Creates a session. Its first secret has index 1. */
  openSession(account: string, session: string): Promise<void>;
  /** Uses the session secret with this index. */
  useSession(account: string, session: string, index: number): Promise<SessionUse>;
  /** Increments `name`'s count for the current minute and returns it. */
  count(name: string): Promise<number>;
  /** Returns a signature that every instance with the same keys accepts. */
  sign(text: string): string;
  /** Verifies a signature with all current keys. */
  verify(text: string, signature: string): boolean;
}

export const readPlayerStore: Reader<PlayerStore> = withMethods<PlayerStore>([
  "take",
  "write",
  "release",
  "put",
  "delete",
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
const readLifetime = fields<RecordLifetime>({
  dueMs: optional(milliseconds),
  remainingMs: optional(milliseconds),
});
const lifetime = (value: unknown): RecordLifetime => {
  const { dueMs, remainingMs } = readLifetime(value, "lifetime");
  return { dueMs, remainingMs };
};

export function ownPlayerStore(store: PlayerStore): PlayerStore {
  return {
    name: store.name,
    take: async (account, rejected) =>
      store.take(text(account, "account"), optional(number)(rejected, "rejected")),
    write: async (account, fence, record, given) =>
      store.write(text(account, "account"), number(fence, "fence"), text(record, "record"), lifetime(given)),
    release: async (account, fence) => store.release(text(account, "account"), number(fence, "fence")),
    put: async (account, record, given) =>
      store.put(text(account, "account"), text(record, "record"), lifetime(given)),
    delete: async (account, version) =>
      store.delete(text(account, "account"), optional(number)(version, "version")),
    openSession: async (account, session) =>
      store.openSession(text(account, "account"), text(session, "session")),
    useSession: async (account, session, index) =>
      store.useSession(text(account, "account"), text(session, "session"), number(index, "index")),
    count: async (name) => store.count(text(name, "name")),
    sign: (signed) => store.sign(text(signed, "text")),
    verify: (signed, signature) => store.verify(text(signed, "text"), text(signature, "signature")),
  };
}
