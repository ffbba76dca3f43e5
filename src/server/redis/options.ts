import { createHash } from "node:crypto";
import {
  readerOf,
  type Reader,
  callable,
  flag,
  milliseconds,
  optional,
  whole,
} from "../../core/check/readers.ts";
import { fields } from "../../core/check/fields.ts";
import { readKeys } from "./seal.ts";

export const defaultPrefix = "slashpass:";

/** Braces would put all keys on one node of a cluster. */
export const readPrefix: Reader<string> = readerOf(
  "a string of up to 64 letters, digits, and the characters _ : . -",
  (value) => typeof value === "string" && /^[\w:.-]{0,64}$/.test(value),
);

/** A common hash tag keeps the keys on one node of a cluster. */
interface AccountKeys {
  readonly tokens: string;
  readonly lock: string;
  readonly sessions: string;
}

export function accountKeys(prefix: string, account: string): AccountKeys {
  const tokens = taggedKey(prefix, account);
  return { tokens, lock: `${tokens}:l`, sessions: `${tokens}:s` };
}

/** Replaces a name that has other characters, such as braces, with its hash. */
export function taggedKey(prefix: string, name: string): string {
  const tag = /^[\w:./-]{1,80}$/.test(name) ? name : createHash("sha256").update(name).digest("base64url");
  return `${prefix}{${tag}}`;
}

/** The replication that a write needs before it counts as safe. */
export interface ReplicaOptions {
  /** The number of replicas; in a cluster, of one master. */
  readonly count: number;
  /**
   * How long to wait for them, in milliseconds. The write persists in any case. Other commands on the same connection wait too.
   * Default 100.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Whether a write fails if it reaches fewer replicas than requested. A refresh token is then sent only after the replicas have the lease, and new
   * tokens are written again until enough replicas have them. If all of a master's replicas are required, a failover loses no
   * tokens. Each write takes a second round trip, and each refresh takes one more beforehand. Default false.
   */
  readonly required?: boolean | undefined;
}

/** Options that `redisPlayerStore` and `redisTokenStore` share. */
export interface RedisTokenStoreOptions {
  /** Sends one command through your driver. */
  readonly command: RedisCommand;
  /**
   * One or two keys of 32 random bytes. The first one encrypts, both decrypt. To rotate the key, put the new one first and keep
   * the old one for {@link forgetAfterMs}. Reading a record that was encrypted with another key fails with `store_unreadable`
   * until its player signs in again.
   */
  readonly keys: readonly Uint8Array[];
  /** The prefix of all keys in Redis. Default `slashpass:`. */
  readonly prefix?: string | undefined;
  /**
   * Milliseconds after the last refresh or sign-in until a player's record is deleted and the player has to sign in again. The
   * service documents no lifetime for refresh tokens, so this limits them, and the use of an old key. Default 8,640,000,000 (100
   * days), which is longer than a session (90 days) and a token (7 days).
   */
  readonly forgetAfterMs?: number | undefined;
  /** Makes writes wait for replicas (with WAIT). By default, they do not wait. */
  readonly replicas?: ReplicaOptions | undefined;
  /** The timeout in milliseconds. Default 2,000. */
  readonly timeoutMs?: number | undefined;
}

const readReplicas = fields<ReplicaOptions>({
  count: whole(1, 100),
  timeoutMs: optional(milliseconds()),
  required: optional(flag),
});

const yearMs = 365 * 24 * 60 * 60_000;

export const readRedisOptions: Reader<RedisTokenStoreOptions> = fields<RedisTokenStoreOptions>({
  command: callable(),
  keys: readKeys,
  prefix: optional(readPrefix),
  forgetAfterMs: optional(whole(1, 10 * yearMs)),
  replicas: optional(readReplicas),
  timeoutMs: optional(milliseconds()),
});

/**
 * Sends one command to Redis or Valkey through a driver.
 *
 * @param args - the command's name, followed by its arguments.
 * @param key - the key that selects the node of a cluster, also for commands without a key, such as WAIT.
 * @returns the reply: strings, numbers, null, and arrays of them. A Redis error causes a rejection with a message that begins
 *   with Redis's error word, such as NOSCRIPT.
 *
 * @example
 * ```ts
 * import { Redis } from "ioredis";
 * import { createClient, createCluster } from "redis";
 * import type { RedisCommand } from "slashpass/redis";
 *
 * const redis = new Redis(); // iovalkey likewise
 * export const byIoredis: RedisCommand = ([name, ...args]) => redis.call(name, ...args);
 *
 * const client = await createClient().connect();
 * export const byNodeRedis: RedisCommand = (args) => client.sendCommand([...args]);
 *
 * const cluster = await createCluster({ rootNodes: [{ url: "redis://127.0.0.1:7000" }] }).connect();
 * export const byCluster: RedisCommand = (args, key) => cluster.sendCommand(key, false, [...args]);
 * ```
 */
export type RedisCommand = (args: readonly [string, ...string[]], key: string) => Promise<unknown>;
