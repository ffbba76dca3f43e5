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
  const entries = new Map<string, Entry>();
  const sessions = new Map<string, Map<string, Session>>();
  const counts = new Map<string, number>();
  let counting = 0;
  const secret = randomBytes(32);
  const sign = (text: string): string => createHmac("sha256", secret).update(text).digest("base64url");

  const nextFence = (account: string): number => (entries.get(account)?.fence ?? 0) + 1;
  const keep = (account: string, record: string | undefined, version: number, life: RecordLife): void => {
    const fence = Math.max(version, entries.get(account)?.fence ?? 0);
    const leaseEndsAt = fence > version ? (entries.get(account)?.leaseEndsAt ?? 0) : 0;
    entries.set(account, {
      record,
      version,
      fence,
      leaseEndsAt,
      dueAt: after(life.dueMs),
      endsAt: after(life.leftMs),
    });
  };

  return ownPlayerStore({
    name: "memory",
    async take(account, rejected) {
      const entry = entries.get(account);
      if (!entry) return { state: "none" };
      const kept = keptOf(entry);
      if (!kept) return { state: "ended" };
      const now = Date.now();
      if (now < entry.dueAt && entry.version !== rejected) return { state: "fresh", ...kept };
      if (now < entry.leaseEndsAt) return { state: "busy", ...kept };
      entry.fence++;
      entry.leaseEndsAt = now + leaseMs;
      return { state: "leased", ...kept, fence: entry.fence };
    },
    async write(account, fence, record, life) {
      const entry = entries.get(account);
      const current = entry && currentOf(entry);
      if (current?.state === "ended" || (entry && current && entry.version > fence))
        return { isKept: false, current };
      keep(account, record, fence, life);
      return { isKept: true, isReplicated: true };
    },
    async release(account, fence) {
      const entry = entries.get(account);
      if (entry?.fence === fence) entry.leaseEndsAt = 0;
    },
    async put(account, record, life) {
      keep(account, record, nextFence(account), life);
      return { isReplicated: true };
    },
    async bury(account) {
      const wasThere = entries.get(account)?.record !== undefined;
      sessions.delete(account);
      keep(account, undefined, nextFence(account), { dueMs: 0, leftMs: 0 });
      return wasThere;
    },
    async openSession(account, name) {
      const own = sessions.get(account) ?? new Map<string, Session>();
      sessions.set(account, own);
      if (own.size >= mostSessions) own.delete(firstOf(own));
      own.set(name, { newest: 1, at: Date.now() });
    },
    async useSession(account, name, index) {
      const own = sessions.get(account);
      const session = own?.get(name);
      if (!own || !session) return { outcome: "unknown" };
      const use = useOf(session, index);
      if (use.outcome === "repeated") return use;
      own.delete(name);
      // Put back last, so that the first is the one that was not used for longest, however coarse the clock is.
      if (use.outcome === "rotated") own.set(name, session);
      return use;
    },
    async count(name) {
      const minute = Math.floor(Date.now() / minuteMs);
      if (minute !== counting) counts.clear();
      counting = minute;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count;
    },
    sign,
    verify(text, signature) {
      const [one, other] = [Buffer.from(sign(text)), Buffer.from(signature)];
      return one.length === other.length && timingSafeEqual(one, other);
    },
  });
}

function after(ms: number | undefined): number {
  return ms === undefined ? Infinity : Date.now() + ms;
}

function keptOf({ record, version, endsAt }: Entry): KeptRecord | undefined {
  if (record === undefined) return undefined;
  return { record, version, leftMs: endsAt === Infinity ? undefined : Math.max(0, endsAt - Date.now()) };
}

function currentOf(entry: Entry): Taken {
  const kept = keptOf(entry);
  return kept ? { state: "fresh", ...kept } : { state: "ended" };
}

function useOf(session: Session, index: number): SessionUse {
  const age = Date.now() - session.at;
  if (age > sessionLifeMs) return { outcome: "unknown" };
  if (index >= session.newest) {
    session.newest = index + 1;
    session.at = Date.now();
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
