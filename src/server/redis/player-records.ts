import { ignore } from "../../core/check/callback.ts";
import { ClientError, ErrorType } from "../../core/errors.ts";
import {
  type StoredRecord,
  lostAnswerMs,
  maxSessions,
  ownPlayerStore,
  type PlayerStore,
  type RecordLifetime,
  sessionLifetimeMs,
  type SessionUse,
  type Taken,
} from "../player-store.ts";
import { RedisConnection } from "./connection.ts";
import {
  accountKeys,
  defaultPrefix,
  readRedisOptions,
  type RedisStoreOptions,
  taggedKey,
} from "./options.ts";
import { Sealer } from "./seal.ts";
import {
  deleteScript,
  checkScript,
  countScript,
  openScript,
  putScript,
  releaseScript,
  takeScript,
  useScript,
  writeScript,
} from "./player-scripts.ts";

/** Longer than any renewal takes. */
const tombstoneMs = 24 * 60 * 60_000;

const countedMs = 60_000;
const defaultTimeoutMs = 2000;
const defaultForgetMs = 100 * 24 * 60 * 60_000;

/**
 * Creates a store that keeps players' tokens encrypted in Redis or Valkey, for `createPlayerTokens` from `slashpass/server`. Each
 * token is renewed only once, regardless of the number of instances. A read takes one round trip, a renewal two.
 *
 * @stable
 * @throws ClientError (ValidationError) for invalid options, before any command.
 */
export function redisPlayerStore(options: RedisStoreOptions): PlayerStore {
  return ownPlayerStore(openRedis(options).records);
}

export interface OpenRedis {
  readonly redis: RedisConnection;
  readonly sealer: Sealer;
  readonly prefix: string;
  readonly forgetAfterMs: number;
  readonly records: PlayerStore;
}

export function openRedis(options: RedisStoreOptions): OpenRedis {
  const checked = readRedisOptions(options, "options");
  const { command, keys, prefix = defaultPrefix, replicas, timeoutMs = defaultTimeoutMs } = checked;
  const { forgetAfterMs = defaultForgetMs } = checked;
  const redis = new RedisConnection({ command, timeoutMs, replicas });
  const sealer = new Sealer(keys);
  const records = playerRecords({ redis, sealer, prefix, forgetAfterMs });
  return { redis, sealer, prefix, forgetAfterMs, records };
}

interface Fences {
  readonly version: number;
  readonly newest: number;
}

/** Each method is atomic. It takes one round trip, or two if replicas are required. */
function playerRecords({ redis, sealer, prefix, forgetAfterMs }: Omit<OpenRedis, "records">): PlayerStore {
  const keysOf = (account: string) => accountKeys(prefix, account);
  /** Checks that the record is unchanged and has reached the required replicas. */
  const check = async (
    operation: string,
    keys: readonly [string],
    isCurrent: (fences: Fences) => boolean,
  ) => {
    const reply = await redis.readReplicated(operation, checkScript, keys);
    if (reply === undefined) return;
    const [version, newest] = listOf(reply);
    if (!isCurrent({ version: Number(version), newest: Number(newest) })) throw failedOver(operation);
  };
  const release: PlayerStore["release"] = async (account, fence) => {
    const operation = "Releasing a player's lease";
    await redis.run(operation, releaseScript, [keysOf(account).tokens], [String(fence)]);
  };

  return {
    name: "redis",
    async take(account, rejected) {
      const args = [String(rejected ?? ""), String(redis.failedAgoMs ?? "")];
      // A lease granted after the timeout would block all instances.
      const returnLate = (late: unknown): void => {
        const fence = leaseOf(late);
        if (fence !== undefined) release(account, fence).catch(ignore);
      };
      const keys = [keysOf(account).tokens] as const;
      const reply = await redis.run(reading, takeScript, keys, args, returnLate);
      try {
        const fence = leaseOf(reply);
        if (fence !== undefined) await check(leasing, keys, ({ newest }) => newest === fence);
        return takenOf(sealer, account, reply);
      } catch (error) {
        returnLate(reply);
        throw error;
      }
    },
    async write(account, fence, record, lifetime) {
      const args = [
        String(fence),
        ...lifetimeArgs(lifetime),
        sealer.seal(account, record),
        String(forgetAfterMs),
      ];
      const keys = [keysOf(account).tokens] as const;
      const { reply, isReplicated } = await redis.runReplicated(keeping, writeScript, keys, args);
      stopIfForeign(reply);
      if (listOf(reply)[0] !== "kept") return { isStored: false };
      await check(keeping, keys, ({ version }) => version >= fence);
      return { isStored: true, isReplicated };
    },
    release,
    async put(account, record, lifetime) {
      const args = [...lifetimeArgs(lifetime), sealer.seal(account, record), String(forgetAfterMs)];
      const keys = [keysOf(account).tokens] as const;
      const { reply, isReplicated } = await redis.runReplicated(keeping, putScript, keys, args);
      stopIfForeign(reply);
      return { isReplicated };
    },
    async delete(account, version) {
      const { tokens, sessions } = keysOf(account);
      const args = [String(tombstoneMs), version === undefined ? "" : String(version)];
      const operation = "Forgetting a player";
      const { reply } = await redis.runReplicated(operation, deleteScript, [tokens, sessions], args);
      stopIfForeign(reply);
      return reply === 1;
    },
    async openSession(account, session) {
      const args = [session, String(maxSessions), String(sessionLifetimeMs)];
      const operation = "Starting a player's session";
      await redis.runReplicated(operation, openScript, [keysOf(account).sessions], args);
    },
    async useSession(account, session, index) {
      const args = [session, String(index), String(lostAnswerMs), String(sessionLifetimeMs)];
      const operation = "Using a player's session";
      const reply = await redis.run(operation, useScript, [keysOf(account).sessions], args);
      const [outcome, next] = listOf(reply);
      return { outcome, ...(next !== undefined && { index: next }) } as SessionUse;
    },
    async count(name) {
      const key = taggedKey(prefix, `count:${name}`);
      return Number(await redis.run("Counting a request", countScript, [key], [String(countedMs)]));
    },
    sign: (text) => sealer.sign(text),
    verify: (text, signature) => sealer.verify(text, signature),
  };
}

function leaseOf(reply: unknown): number | undefined {
  const [state, , , , fence] = Array.isArray(reply) ? (reply as readonly unknown[]) : [];
  return state === "leased" ? Number(fence) : undefined;
}

function takenOf(sealer: Sealer, account: string, reply: unknown): Taken {
  stopIfForeign(reply);
  const [state, version, remaining, sealed, fence] = listOf(reply);
  if (state === "none" || state === "ended") return { state };
  if (typeof version !== "number" || typeof remaining !== "number" || typeof sealed !== "string")
    throw unexpectedReply();
  const record = sealer.open(account, sealed);
  const stored: StoredRecord = { record, version, remainingMs: remaining < 0 ? undefined : remaining };
  if (state === "leased") return { state, ...stored, fence: Number(fence) };
  if (state === "fresh" || state === "busy") return { state, ...stored };
  throw unexpectedReply();
}

const reading = "Reading a player's tokens";
const leasing = "Leasing a player's tokens";
const keeping = "Storing a player's tokens";

function lifetimeArgs({ dueMs, remainingMs }: RecordLifetime): string[] {
  return [dueMs, remainingMs].map((ms) => (ms === undefined ? "" : String(Math.floor(ms))));
}

function listOf(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply;
  throw unexpectedReply();
}

function stopIfForeign(reply: unknown): void {
  if (!Array.isArray(reply) || reply[0] !== "foreign") return;
  throw new ClientError({
    type: ErrorType.Disabled,
    code: "store_unreadable",
    message: "A player's key in Redis holds a value from another program or a newer version of this package.",
    hint: "Use a different prefix for other data in that Redis instance. The value was not changed.",
  });
}

function failedOver(operation: string): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "store_read_only",
    message: `${operation} failed: another master has taken over and does not have the record.`,
    hint: "Try again.",
    retryable: true,
  });
}

function unexpectedReply(): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "store_failed",
    message: "`command` returned an invalid reply.",
    hint: "Return the reply unchanged: lists as arrays, integers as numbers, and strings as strings.",
  });
}
