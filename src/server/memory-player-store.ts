import { createClock, type SteadyClock } from "../core/request/clock.ts";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import {
  type KeptRecord,
  leaseMs,
  lostAnswerMs,
  mostSessions,
  ownPlayerStore,
  type PlayerStore,
  type RecordLife,
  sessionLifeMs,
  type SessionUse,
  type Taken,
  type Written,
} from "./player-store.ts";

interface Entry {
  /** Empty: it was forgotten. */
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
 * Keeps the tokens of players in this process only: for tests, and for a server that runs once and whose players may sign in
 * again after each of its starts.
 */
export function memoryPlayerStore(): PlayerStore {
  const clock = createClock();
  const accounts = new Accounts(clock);
  const sessions = new Sessions(clock);
  const counts = new MinuteCounts(clock);
  const { sign, verify } = signing();
  return ownPlayerStore({
    name: "memory",
    take: async (account, rejected) => accounts.take(account, rejected),
    write: async (account, fence, record, life) => accounts.write(account, fence, record, life),
    release: async (account, fence) => accounts.release(account, fence),
    async put(account, record, life) {
      accounts.put(account, record, life);
      return { isReplicated: true };
    },
    async bury(account) {
      sessions.end(account);
      return accounts.bury(account);
    },
    openSession: async (account, name) => sessions.open(account, name),
    useSession: async (account, name, index) => sessions.use(account, name, index),
    count: async (name) => counts.count(name),
    sign,
    verify,
  });
}

class Accounts {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: SteadyClock;

  constructor(clock: SteadyClock) {
    this.#clock = clock;
  }

  take(account: string, rejected: number | undefined): Taken {
    const entry = this.#entries.get(account);
    if (!entry) return { state: "none" };
    const now = this.#clock();
    const kept = keptOf(entry, now);
    if (!kept) return { state: "ended" };
    if (now < entry.dueAt && entry.version !== rejected) return { state: "fresh", ...kept };
    if (now < entry.leaseEndsAt) return { state: "busy", ...kept };
    entry.fence++;
    entry.leaseEndsAt = now + leaseMs;
    return { state: "leased", ...kept, fence: entry.fence };
  }

  write(account: string, fence: number, record: string, life: RecordLife): Written {
    const entry = this.#entries.get(account);
    const current = entry && currentOf(entry, this.#clock());
    if (current?.state === "ended" || (entry && current && entry.version > fence))
      return { isKept: false, current };
    this.#keep(account, record, fence, life);
    return { isKept: true, isReplicated: true };
  }

  release(account: string, fence: number): void {
    const entry = this.#entries.get(account);
    if (entry?.fence === fence) entry.leaseEndsAt = 0;
  }

  put(account: string, record: string, life: RecordLife): void {
    this.#keep(account, record, this.#nextFence(account), life);
  }

  /** Whether there was a record to forget. */
  bury(account: string): boolean {
    const wasThere = this.#entries.get(account)?.record !== undefined;
    this.#keep(account, undefined, this.#nextFence(account), { dueMs: 0, leftMs: 0 });
    return wasThere;
  }

  #nextFence(account: string): number {
    return (this.#entries.get(account)?.fence ?? 0) + 1;
  }

  #keep(account: string, record: string | undefined, version: number, life: RecordLife): void {
    const now = this.#clock();
    const before = this.#entries.get(account);
    const fence = Math.max(version, before?.fence ?? 0);
    const leaseEndsAt = fence > version ? (before?.leaseEndsAt ?? 0) : 0;
    const [dueAt, endsAt] = [after(life.dueMs, now), after(life.leftMs, now)];
    this.#entries.set(account, { record, version, fence, leaseEndsAt, dueAt, endsAt });
  }
}

class Sessions {
  /** By account and by name; the first of an account is the one that was not used for longest. */
  readonly #accounts = new Map<string, Map<string, Session>>();
  readonly #clock: SteadyClock;

  constructor(clock: SteadyClock) {
    this.#clock = clock;
  }

  open(account: string, name: string): void {
    const own = this.#accounts.get(account) ?? new Map<string, Session>();
    this.#accounts.set(account, own);
    if (own.size >= mostSessions) own.delete(firstOf(own));
    own.set(name, { newest: 1, at: this.#clock() });
  }

  use(account: string, name: string, index: number): SessionUse {
    const own = this.#accounts.get(account);
    const session = own?.get(name);
    if (!own || !session) return { outcome: "unknown" };
    const use = useOf(session, index, this.#clock());
    if (use.outcome === "repeated") return use;
    own.delete(name);
    // Put back last, however coarse the clock is.
    if (use.outcome === "rotated") own.set(name, session);
    return use;
  }

  /** Ends all of an account. */
  end(account: string): void {
    this.#accounts.delete(account);
  }
}

/** How often something happened in the minute that runs. */
class MinuteCounts {
  readonly #counts = new Map<string, number>();
  #minute = 0;
  readonly #clock: SteadyClock;

  constructor(clock: SteadyClock) {
    this.#clock = clock;
  }

  count(name: string): number {
    const minute = Math.floor(this.#clock() / minuteMs);
    if (minute !== this.#minute) this.#counts.clear();
    this.#minute = minute;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count;
  }
}

/** With a key of its own: what another start of the process signed is not known. */
function signing(): Pick<PlayerStore, "sign" | "verify"> {
  const secret = randomBytes(32);
  const sign = (text: string): string => createHmac("sha256", secret).update(text).digest("base64url");
  return {
    sign,
    verify(text, signature) {
      const [one, other] = [Buffer.from(sign(text)), Buffer.from(signature)];
      return one.length === other.length && timingSafeEqual(one, other);
    },
  };
}

function after(ms: number | undefined, now: number): number {
  return ms === undefined ? Infinity : now + ms;
}

function keptOf({ record, version, endsAt }: Entry, now: number): KeptRecord | undefined {
  if (record === undefined) return undefined;
  return { record, version, leftMs: endsAt === Infinity ? undefined : Math.max(0, endsAt - now) };
}

function currentOf(entry: Entry, now: number): Taken {
  const kept = keptOf(entry, now);
  return kept ? { state: "fresh", ...kept } : { state: "ended" };
}

function useOf(session: Session, index: number, now: number): SessionUse {
  const age = now - session.at;
  if (age > sessionLifeMs) return { outcome: "unknown" };
  if (index >= session.newest) {
    session.newest = index + 1;
    session.at = now;
    return { outcome: "rotated", index: index + 1 };
  }
  if (index === session.newest - 1 && age <= lostAnswerMs)
    return { outcome: "repeated", index: session.newest };
  return { outcome: "reused" };
}

function firstOf(sessions: ReadonlyMap<string, Session>): string {
  const [first = ""] = sessions.keys();
  return first;
}
