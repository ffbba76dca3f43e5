import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { ignore } from "../../core/check/callback.ts";
import { abortedError, ClientError, ErrorType } from "../../core/errors.ts";
import { createQueue, ownStore, type TokenStore } from "../../store/token-store.ts";
import { createScript } from "./connection.ts";
import { accountKeys, type RedisStoreOptions } from "./options.ts";
import { openRedis, type OpenRedis } from "./player-records.ts";
import { Turns } from "./turns.ts";

/** The lock's lifetime. Its holder extends it whenever a third of this time has passed. */
const lockMs = 10_000;
const minPauseMs = 20;
const maxPauseMs = 250;
const forever = { dueMs: undefined, remainingMs: undefined };

/**
 * Creates a store that keeps a `Session`'s tokens encrypted in Redis or Valkey, for any number of processes and machines.
 * Concurrent renewals wait for each other. If a process is suspended for so long that it loses the lock, it gets
 * `store_conflict`, and its session uses the newer token.
 *
 * If Redis is unavailable during a refresh for longer than the lock's lifetime (10 seconds), another process may send the old
 * refresh token, and the player has to sign in again. `createPlayerTokens` with `redisPlayerStore` avoids this.
 *
 * @stable
 * @throws ClientError (ValidationError) for invalid options, before any command. The store's methods throw `store_unreachable`
 *   (NetworkError), `store_read_only`, `store_full`, `store_refused`, `store_unreadable`, `store_failed` (Disabled).
 */
export function redisTokenStore(options: RedisStoreOptions): TokenStore {
  const parts = openRedis(options);
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
      return records.delete(account);
    },
    exclusively: (account, work, signal) => locks.hold(account, work, signal),
  });
}

/**
 * KEYS: lock, record. ARGV: holder, lifetime. Returns the record's version (0 if there is no record), or nil while the lock is
 * held.
 */
const lockScript = createScript(`
local raw = redis.call('GET', KEYS[2])
local version = raw and string.match(raw, '^(%d+) %d+ %??%d+ %d+ %d+ .*$')
if raw and not version then return redis.error_reply('WRONGTYPE not a record') end
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return false end
return tonumber(version or 0)
`);

/** KEYS: lock. ARGV: holder, new lifetime (0 releases the lock). */
const holdScript = createScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`);

/**
 * KEYS: record. ARGV: expected version, sealed record, lifetime. Returns the new version, or nil if the version does not match.
 */
const replaceScript = createScript(`
local raw = redis.call('GET', KEYS[1])
local version = 0
if raw then version = tonumber(string.match(raw, '^%d+')) end
if version ~= tonumber(ARGV[1]) then return false end
local fresh = math.max(tonumber(redis.call('TIME')[1]), version + 1)
redis.call('SET', KEYS[1], string.format('%.0f 0 0 9000000000000000 9000000000000000 %s', fresh, ARGV[2]), 'PX', ARGV[3])
return fresh
`);

interface Held {
  version: number;
  readonly inTurn: ReturnType<typeof createQueue>;
}

/** Combines a queue within this process with an expiring lock between processes. */
class Locks {
  readonly #parts: OpenRedis;
  readonly #turns = new Turns();
  /** The version that the lock holder last read or wrote. */
  readonly #held = new Map<string, Held>();

  constructor(parts: OpenRedis) {
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

  /** Returns `false` if the lock is not held. */
  async replace(account: string, record: string): Promise<boolean> {
    const held = this.#held.get(account);
    if (held === undefined) return false;
    const { redis, sealer, prefix, forgetAfterMs } = this.#parts;
    // Each write requires the version that the previous one returned.
    await held.inTurn(async () => {
      const args = [String(held.version), sealer.seal(account, record), String(forgetAfterMs)];
      const keys = [accountKeys(prefix, account).tokens] as const;
      const { reply } = await redis.runReplicated("Storing tokens", replaceScript, keys, args);
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
      redis.run("Holding the token lock", holdScript, [lock], [holder, String(ms)]);
    // A lock acquired after the timeout would block all processes.
    const returnLate = (late: unknown) => typeof late === "number" && void hold(0).catch(ignore);
    const version = await this.#lock([lock, tokens], holder, returnLate, signal);
    this.#held.set(account, { version, inTurn: createQueue() });
    // If extending the lock fails, the next write detects it.
    const renewing = setInterval(() => void hold(lockMs).catch(ignore), lockMs / 3);
    try {
      return await work();
    } finally {
      clearInterval(renewing);
      this.#held.delete(account);
      // If the release fails, the lock expires.
      await hold(0).catch(ignore);
    }
  }

  async #lock(
    keys: readonly [string, string],
    holder: string,
    returnLate: (late: unknown) => void,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const operation = "Waiting for the token lock";
    for (let pauseMs = minPauseMs; ; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
      if (signal?.aborted) throw abortedError(operation);
      // Attempts must be sequential.
      const args = [holder, String(lockMs)];
      const version = await this.#parts.redis.run(operation, lockScript, keys, args, returnLate);
      if (typeof version === "number") return version;
      await wait(pauseMs * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
    }
  }
}

function storeConflict(): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "store_conflict",
    message: "The tokens were not stored: another process has stored newer ones.",
    hint: "Read the tokens again and use the newer ones.",
    retryable: true,
  });
}
