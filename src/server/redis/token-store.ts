import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { ignore } from "../../core/check/callback.ts";
import { abortedError, ClientError, ErrorType } from "../../core/errors.ts";
import type { PlayerStore } from "../player-store.ts";
import { oneAfterTheOther } from "../../store/lock-patience.ts";
import { ownStore, type TokenStore } from "../../store/token-store.ts";
import { RedisConnection } from "./connection.ts";
import { accountKeys, defaultPrefix, type RedisTokenStoreOptions, readRedisOptions } from "./options.ts";
import { holdScript, lockScript, replaceScript } from "./lock-scripts.ts";
import { playerRecords } from "./player-records.ts";
import { Sealer } from "./seal.ts";
import { Turns } from "./turns.ts";

const defaultTimeoutMs = 2000;
/** How long the lock is held without a word of its holder, who says one every third of it. */
const lockMs = 10_000;
const leastPauseMs = 20;
const longestPauseMs = 250;
const defaultForgetMs = 100 * 24 * 60 * 60_000;
const forever = { dueMs: undefined, leftMs: undefined };

/**
 * Keeps the tokens of a `Session` in Redis or Valkey, sealed, for any number of processes on any number of machines. Of two
 * that renew at once the second one waits; one that was held up for so long that it lost its turn gets `store_conflict`, and
 * its session takes the newer token. If Redis is away in the middle of a refresh for longer than a lock lasts (10 seconds), another
 * process may send the old refresh token, and the player signs in again: `createPlayerTokens` with `redisPlayerStore` loses nobody
 * then.
 *
 * @throws ClientError (ValidationError) for wrong options, before anything is sent. From its methods `store_unreachable`
 *   (NetworkError), `store_read_only`, `store_full`, `store_refused`, `store_unreadable`, `store_failed` (Disabled).
 */
export function redisTokenStore(options: RedisTokenStoreOptions): TokenStore {
  const parts = redisParts(options);
  const { records } = parts;
  const locks = new Locks(parts);
  return ownStore({
    name: "redis",
    probe: async () => void (await records.take("probe")),
    async get(account) {
      const taken = await records.take(account);
      return "record" in taken ? taken.record : undefined;
    },
    async set(account, record) {
      if (!(await locks.replace(account, record))) await records.put(account, record, forever);
    },
    async delete(account) {
      locks.forget(account);
      return records.bury(account);
    },
    exclusively: (account, work, signal) => locks.hold(account, work, signal),
  });
}

interface RedisParts {
  readonly redis: RedisConnection;
  readonly sealer: Sealer;
  readonly prefix: string;
  readonly forgetAfterMs: number;
  readonly records: PlayerStore;
}

/** The parts of both stores. */
export function redisParts(options: RedisTokenStoreOptions): RedisParts {
  const checked = readRedisOptions(options, "options");
  const { command, keys, prefix = defaultPrefix, replicas, timeoutMs = defaultTimeoutMs } = checked;
  const { forgetAfterMs = defaultForgetMs } = checked;
  const redis = new RedisConnection({ command, timeoutMs, replicas });
  const sealer = new Sealer(keys);
  const records = playerRecords({ redis, sealer, prefix, forgetAfterMs });
  return { redis, sealer, prefix, forgetAfterMs, records };
}

interface Held {
  version: number;
  readonly inTurn: ReturnType<typeof oneAfterTheOther>;
}

/** Whose turn it is with an account: in this process by a queue, among processes by a lock that ends by itself. */
class Locks {
  readonly #parts: RedisParts;
  readonly #turns = new Turns();
  /** The record as the holder of the lock knows it. */
  readonly #held = new Map<string, Held>();

  constructor(parts: RedisParts) {
    this.#parts = parts;
  }

  async hold<T>(account: string, work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const pass = await this.#turns.take(account, "Waiting for the tokens", signal);
    try {
      return await this.#locked(account, work, signal);
    } finally {
      pass();
    }
  }

  /** Writes for the holder of the lock: only over the record that it knows. False if nobody here holds it. */
  async replace(account: string, record: string): Promise<boolean> {
    const held = this.#held.get(account);
    if (held === undefined) return false;
    const { redis, sealer, prefix, forgetAfterMs } = this.#parts;
    // One write at a time, since each one brings the version for the next.
    await held.inTurn(async () => {
      const args = [String(held.version), sealer.seal(account, record), String(forgetAfterMs)];
      const keys = [accountKeys(prefix, account).tokens] as const;
      const { reply } = await redis.runReplicated("Keeping tokens", replaceScript, keys, args);
      if (typeof reply !== "number") throw storeConflict();
      held.version = reply;
    });
    return true;
  }

  forget(account: string): void {
    this.#held.delete(account);
  }

  async #locked<T>(account: string, work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const { redis, prefix } = this.#parts;
    const { tokens, lock } = accountKeys(prefix, account);
    const holder = randomBytes(12).toString("base64url");
    const hold = (ms: number) =>
      redis.run("Holding the lock of tokens", holdScript, [lock], [holder, String(ms)]);
    // A lock that comes when nobody waits for it would keep everybody waiting.
    const giveBack = (late: unknown) => typeof late === "number" && void hold(0).catch(ignore);
    const version = await this.#lock([lock, tokens], holder, giveBack, signal);
    this.#held.set(account, { version, inTurn: oneAfterTheOther() });
    // A failure shows at the write.
    const renewing = setInterval(() => void hold(lockMs).catch(ignore), lockMs / 3);
    try {
      return await work();
    } finally {
      clearInterval(renewing);
      this.#held.delete(account);
      // Else it ends by itself.
      await hold(0).catch(ignore);
    }
  }

  async #lock(
    keys: readonly [string, string],
    holder: string,
    giveBack: (late: unknown) => void,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const operation = "Waiting for the lock of tokens";
    for (let pauseMs = leastPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      if (signal?.aborted) throw abortedError(operation);
      // One after the other is the point.
      const args = [holder, String(lockMs)];
      const version = await this.#parts.redis.run(operation, lockScript, keys, args, giveBack);
      if (typeof version === "number") return version;
      await wait(pauseMs * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
    }
  }
}

function storeConflict(): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "store_conflict",
    message: "The tokens were not kept: another process has kept newer ones meanwhile.",
    hint: "Read them again, and use those.",
    retryable: true,
  });
}
