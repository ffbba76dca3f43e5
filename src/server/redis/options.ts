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

/** Braces in the prefix would put all keys on one cluster node. */
export const readPrefix: Reader<string> = readerOf(
  "a string of up to 64 letters, digits, and the characters _ : . -",
  (value) => typeof value === "string" && /^[\w:.-]{0,64}$/.test(value),
);

/** The keys share a hash tag, so they are on one cluster node. */
interface AccountKeys {
  readonly tokens: string;
  readonly lock: string;
  readonly sessions: string;
}

export function accountKeys(prefix: string, account: string): AccountKeys {
  const tokens = taggedKey(prefix, account);
  return { tokens, lock: `${tokens}:l`, sessions: `${tokens}:s` };
}

/** A name that contains other characters, such as braces, is replaced with its hash. */
export function taggedKey(prefix: string, name: string): string {
  const tag = /^[\w:./-]{1,80}$/.test(name) ? name : createHash("sha256").update(name).digest("base64url");
  return `${prefix}{${tag}}`;
}

/** The replication required for a write to count as safe. @stable */
export interface ReplicaOptions {
  /** The number of replicas. In a cluster, the number per master. */
  readonly count: number;
  /**
   * How long to wait for the replicas, in milliseconds. The write persists even if they do not respond in time. Other commands on
   * the same connection also wait. Default 100.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Whether to fail a write that reaches fewer replicas than requested. If true, a refresh token is sent only after the lease has
   * reached the replicas, and new tokens are written repeatedly until they have reached enough replicas. If all of a master's
   * replicas are required, a failover loses no tokens. Each write takes a second round trip, and each refresh starts with an
   * additional one. Default false.
   */
  readonly required?: boolean | undefined;
}

/** Options that `redisPlayerStore` and `redisTokenStore` share. @stable */
export interface RedisStoreOptions {
  /** Sends one command through your driver. */
  readonly command: RedisCommand;
  /**
   * One or two keys of 32 random bytes each. The first one encrypts; both decrypt. To rotate the key, put the new one first and
   * keep the old one for {@link forgetAfterMs}. If a record was encrypted with any other key, reading it fails with
   * `store_unreadable` until its player signs in again.
   */
  readonly keys: readonly Uint8Array[];
  /** The prefix of all Redis keys. Default `slashpass:`. */
  readonly prefix?: string | undefined;
  /**
   * How long to keep a player's record after the last refresh or sign-in, in milliseconds. After that, the record is deleted and
   * the player has to sign in again. The service documents no lifetime for refresh tokens, so this option limits how long they
   * and old keys are used. Default 8,640,000,000 (100 days), which is longer than the lifetime of a session (90 days) or token (7
   * days).
   */
  readonly forgetAfterMs?: number | undefined;
  /** Makes writes wait for replicas (using WAIT). By default, writes do not wait. */
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

export const readRedisOptions: Reader<RedisStoreOptions> = fields<RedisStoreOptions>({
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
 * @stable
 * @param args - the command's name, followed by its arguments.
 * @param key - the key that determines the cluster node. Also set for commands that have no key, such as WAIT.
 * @returns the reply: strings, numbers, null, and arrays of these. If Redis returns an error, the promise rejects with a message
 *   that starts with Redis's error prefix, such as NOSCRIPT.
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
