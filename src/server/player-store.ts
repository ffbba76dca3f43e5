import { fields } from "../core/check/fields.ts";
import { type Reader, optional, readerOf, textOf, whole, withMethods } from "../core/check/readers.ts";

/** A record's lifetime, in milliseconds from now. `undefined` means unlimited. */
export interface RecordLifetime {
  /** Time until the record has to be renewed. */
  readonly dueMs: number | undefined;
  /** Time until its access token expires. */
  readonly remainingMs: number | undefined;
}

/** A player's tokens in the store, with their remaining lifetime. */
export interface StoredRecord {
  /** The stored string. A secret. */
  readonly record: string;
  /** The record's version. Increases with each write. */
  readonly version: number;
  /** The milliseconds until the access token expires; 0 if it has, `undefined` if it never does. */
  readonly remainingMs: number | undefined;
}

/** The result of {@link PlayerStore.take}. */
export type Taken =
  /** There is no record. */
  | {
      /** Discriminates the five cases. */
      readonly state: "none";
    }
  /** The account was forgotten recently. Writes by instances that are still renewing it are rejected. */
  | { readonly state: "ended" }
  /** The record is not due. */
  | ({ readonly state: "fresh" } & StoredRecord)
  /** The record is due, and another instance is renewing it. */
  | ({ readonly state: "busy" } & StoredRecord)
  /** The record is due, and leased to you for 15 seconds: write it with this fence. */
  | ({
      readonly state: "leased";
      /** The lease's number. Increases with each lease. */
      readonly fence: number;
    } & StoredRecord);

/** The result of {@link PlayerStore.write}. */
export type Written =
  /** The record was written. */
  | {
      /** Whether the write had an effect. */
      readonly isStored: true;
      /** Whether the requested number of replicas has the write. */
      readonly isReplicated: boolean;
    }
  /** A newer record exists, or the account was forgotten. */
  | { readonly isStored: false };

/** The result of {@link PlayerStore.useSession}. */
export type SessionUse =
  /** The secret was the newest. */
  | {
      /** Discriminates the four cases. */
      readonly outcome: "rotated";
      /** The next secret's index. */
      readonly index: number;
    }
  /**
   * The secret was used before, but the following one was not, so the response may have been lost: use the following one again.
   */
  | { readonly outcome: "repeated"; readonly index: number }
  /** Both this secret and the following one were used before, so the secret was copied. The session has ended. */
  | { readonly outcome: "reused" }
  /** The session does not exist. */
  | { readonly outcome: "unknown" };

/** Leaves time for a slow store, rate limits, the request and the write. */
export const leaseMs = 15_000;
/**
 * Reserves an expired lease for its holder, from the first request of another instance: after an outage the holder may have the
 * newer token. Drivers reconnect within two seconds.
 */
export const returnMs = 5_000;
/** How long a used secret returns the same result, in case the response was lost. */
export const lostAnswerMs: number = 5 * 60_000;
export const sessionLifetimeMs: number = 90 * 24 * 60 * 60_000;
/** Opening another session ends the least recently used one. */
export const maxSessions = 16;

/**
 * The store that all instances of a server share for players' tokens. An account is one player of one application. Only the
 * record string is secret.
 */
export interface PlayerStore {
  /** A short name for errors, for example `redis`. */
  readonly name: string;
  /**
   * Reads the record, and leases it if it is due and not leased. A lease that expired without {@link write} or {@link release}
   * stays reserved for its holder for 5 more seconds, from the first request of another instance.
   *
   * @param rejected - A version whose token the service rejects; it counts as due.
   */
  take(account: string, rejected?: number): Promise<Taken>;
  /** Writes a renewed record, unless the holder of a later lease has already written. */
  write(account: string, fence: number, record: string, lifetime: RecordLifetime): Promise<Written>;
  /** Releases the lease without a renewal. */
  release(account: string, fence: number): Promise<void>;
  /** Writes the record for a new sign-in unconditionally, and invalidates leases. */
  put(
    account: string,
    record: string,
    lifetime: RecordLifetime,
  ): Promise<{
    /** Whether the requested number of replicas has it. */
    readonly isReplicated: boolean;
  }>;
  /**
   * Deletes the record and all sessions. `take` returns `ended` for a day.
   *
   * @param version - If set, deletes only a record that has this version.
   * @returns `false` if there was no such record.
   */
  delete(account: string, version?: number): Promise<boolean>;
  /** Creates a session whose first secret has the index 1. */
  openSession(account: string, session: string): Promise<void>;
  /** Uses the session's secret with this index. */
  useSession(account: string, session: string, index: number): Promise<SessionUse>;
  /** Increments the count of `name` and returns it for the current minute. */
  count(name: string): Promise<number>;
  /** Returns a signature that all instances with the same keys accept. */
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
