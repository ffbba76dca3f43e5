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

/** The default beginning of every key. */
export const defaultPrefix = "slashpass:";

/** The beginning of the keys. A brace in it would decide to which node of a cluster all of them go. */
export const readPrefix: Reader<string> = readerOf(
  "a text of up to 64 letters, digits, and the characters _ : . -",
  (value) => typeof value === "string" && /^[\w:.-]{0,64}$/.test(value),
);

/** The keys of one account. Their tag, in braces, keeps them on one node of a cluster. */
interface AccountKeys {
  /** The sealed tokens. */
  readonly tokens: string;
  /** The holder of the account's tokens, for `exclusively`. */
  readonly lock: string;
  /** The sessions of the player's games. */
  readonly sessions: string;
}

export function accountKeys(prefix: string, account: string): AccountKeys {
  const tokens = taggedKey(prefix, account);
  return { tokens, lock: `${tokens}:l`, sessions: `${tokens}:s` };
}

/** A key whose node `name` decides. A name with other characters, such as braces, is replaced by its hash. */
export function taggedKey(prefix: string, name: string): string {
  const tag = /^[\w:./-]{1,80}$/.test(name) ? name : createHash("sha256").update(name).digest("base64url");
  return `${prefix}{${tag}}`;
}

/** How many replicas have to have a write before it counts as safe. */
export interface ReplicaOptions {
  /** So many replicas; of one master, in a cluster. */
  readonly count: number;
  /**
   * Milliseconds that they are waited for. The write stands whether they come or not, and other commands of the same
   * connection wait as well. Default 100.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Whether a write with fewer fails, as one that Redis refuses; then a refresh token is sent only when so many replicas know
   * who sends it, and each of the new tokens is written until so many have it. With all replicas of a master no failover
   * loses a token. A write takes a second round trip, a refresh one more before it. Default false.
   */
  readonly required?: boolean | undefined;
}

/** How tokens are kept in Redis. */
export interface RedisTokenStoreOptions {
  /** Sends one command through your driver. */
  readonly command: RedisCommand;
  /**
   * One or two keys of 32 random bytes. The first one seals, both open: to change the key, put the new one in front and keep
   * the old one for {@link forgetAfterMs}. A record of a key that is not among them is `store_unreadable`, until its player
   * signs in again.
   */
  readonly keys: readonly Uint8Array[];
  /** The beginning of all keys in Redis. Default `slashpass:`. */
  readonly prefix?: string | undefined;
  /**
   * Milliseconds after its last refresh or sign-in that a player's record is forgotten: the player has to sign in again. The
   * service documents no end of a refresh token, so that this is its end, and that of an old key. Default 8,640,000,000
   * (100 days): longer than a session of 90 days and a token of 7.
   */
  readonly forgetAfterMs?: number | undefined;
  /** Lets writes wait for replicas, by WAIT. Default: they do not. */
  readonly replicas?: ReplicaOptions | undefined;
  /** Milliseconds after which Redis counts as unreachable. Default 2,000. */
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
 * Sends one command to Redis or Valkey: all that the library needs of a driver.
 *
 * @param args - the command's name, then its arguments.
 * @param key - the key that says to which node of a cluster it goes; also for a command that has none, as WAIT.
 * @returns the reply: texts, numbers, null, and lists of them. An error of Redis is a rejection whose message begins with
 *   the word of Redis, such as NOSCRIPT.
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
