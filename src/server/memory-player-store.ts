import { createClock, type SteadyClock } from "../core/request/clock.ts";
import { createHmac, randomBytes } from "node:crypto";
import { isSameSignature } from "./session-secrets.ts";
import {
  type StoredRecord,
  leaseMs,
  lostAnswerMs,
  maxSessions,
  ownPlayerStore,
  type PlayerStore,
  type RecordLifetime,
  sessionLifetimeMs,
  type SessionUse,
} from "./player-store.ts";

interface Entry {
  /** `undefined` if the account was forgotten. */
  readonly record: string | undefined;
  readonly version: number;
  readonly dueAt: number;
  readonly endsAt: number;
  fence: number;
  leaseEndsAt: number;
}

interface Session {
  newest: number;
  at: number;
}

const minuteMs = 60_000;

/**
 * Creates a store that keeps players' tokens only in this process. Use it for tests, or for a single-instance server if it is
 * acceptable that players have to sign in again after each restart.
 *
 * @stable
 */
export function memoryPlayerStore(): PlayerStore {
  const clock = createClock();
  const { endAll, ...sessions } = createSessions(clock);
  return ownPlayerStore({
    name: "memory",
    ...createRecords(clock, endAll),
    ...sessions,
    count: minuteCount(clock),
    ...signing(),
  });
}

/** Expired leases are not reserved for their holder. The holder runs in this process, so no outage can delay its write. */
function createRecords(
  clock: SteadyClock,
  endSessions: (account: string) => void,
): Pick<PlayerStore, "take" | "write" | "release" | "put" | "delete"> {
  const entries = new Map<string, Entry>();
  const nextFence = (account: string): number => (entries.get(account)?.fence ?? 0) + 1;

  function keep(
    account: string,
    record: string | undefined,
    version: number,
    lifetime: RecordLifetime,
  ): void {
    const now = clock();
    const before = entries.get(account);
    const fence = Math.max(version, before?.fence ?? 0);
    const leaseEndsAt = fence > version ? (before?.leaseEndsAt ?? 0) : 0;
    const [dueAt, endsAt] = [after(lifetime.dueMs, now), after(lifetime.remainingMs, now)];
    entries.set(account, { record, version, fence, leaseEndsAt, dueAt, endsAt });
  }

  return {
    async take(account, rejected) {
      const entry = entries.get(account);
      if (!entry) return { state: "none" };
      const now = clock();
      const stored = storedRecordOf(entry, now);
      if (!stored) return { state: "ended" };
      if (now < entry.dueAt && entry.version !== rejected) return { state: "fresh", ...stored };
      if (now < entry.leaseEndsAt) return { state: "busy", ...stored };
      entry.fence++;
      entry.leaseEndsAt = now + leaseMs;
      return { state: "leased", ...stored, fence: entry.fence };
    },
    async write(account, fence, record, lifetime) {
      const entry = entries.get(account);
      if (entry && (entry.record === undefined || entry.version > fence)) return { isStored: false };
      keep(account, record, fence, lifetime);
      return { isStored: true, isReplicated: true };
    },
    async release(account, fence) {
      const entry = entries.get(account);
      if (entry?.fence === fence) entry.leaseEndsAt = 0;
    },
    async put(account, record, lifetime) {
      keep(account, record, nextFence(account), lifetime);
      return { isReplicated: true };
    },
    async delete(account, version) {
      const entry = entries.get(account);
      if (version !== undefined && entry?.version !== version) return false;
      endSessions(account);
      const existed = entry?.record !== undefined;
      keep(account, undefined, nextFence(account), { dueMs: 0, remainingMs: 0 });
      return existed;
    },
  };
}

function createSessions(
  clock: SteadyClock,
): Pick<PlayerStore, "openSession" | "useSession"> & { readonly endAll: (account: string) => void } {
  /** Each account's sessions, with the least recently used first. */
  const accounts = new Map<string, Map<string, Session>>();
  return {
    async openSession(account, name) {
      const own = accounts.get(account) ?? new Map<string, Session>();
      accounts.set(account, own);
      const [oldest = ""] = own.keys();
      if (own.size >= maxSessions) own.delete(oldest);
      own.set(name, { newest: 1, at: clock() });
    },
    async useSession(account, name, index) {
      const own = accounts.get(account);
      const session = own?.get(name);
      if (!own || !session) return { outcome: "unknown" };
      const use = useOf(session, index, clock());
      if (use.outcome === "repeated") return use;
      own.delete(name);
      // Moves the session to the end.
      if (use.outcome === "rotated") own.set(name, session);
      return use;
    },
    endAll: (account) => void accounts.delete(account),
  };
}

function minuteCount(clock: SteadyClock): PlayerStore["count"] {
  const counts = new Map<string, number>();
  let counted = 0;
  return async (name) => {
    const minute = Math.floor(clock() / minuteMs);
    if (minute !== counted) counts.clear();
    counted = minute;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
}

/** Signatures become invalid after a restart. */
function signing(): Pick<PlayerStore, "sign" | "verify"> {
  const secret = randomBytes(32);
  const sign = (text: string): string => createHmac("sha256", secret).update(text).digest("base64url");
  return {
    sign,
    verify: (text, signature) => isSameSignature(sign(text), signature),
  };
}

function after(ms: number | undefined, now: number): number {
  return ms === undefined ? Infinity : now + ms;
}

function storedRecordOf({ record, version, endsAt }: Entry, now: number): StoredRecord | undefined {
  if (record === undefined) return undefined;
  return { record, version, remainingMs: endsAt === Infinity ? undefined : Math.max(0, endsAt - now) };
}

function useOf(session: Session, index: number, now: number): SessionUse {
  const age = now - session.at;
  if (age > sessionLifetimeMs) return { outcome: "unknown" };
  if (index >= session.newest) {
    session.newest = index + 1;
    session.at = now;
    return { outcome: "rotated", index: index + 1 };
  }
  if (index === session.newest - 1 && age <= lostAnswerMs)
    return { outcome: "repeated", index: session.newest };
  return { outcome: "reused" };
}
