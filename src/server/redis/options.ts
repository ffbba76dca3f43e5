import { fields } from "../../core/check/fields.ts";
import type { Reader } from "../../core/check/reader.ts";
import { callable, milliseconds, optional, whole } from "../../core/check/readers.ts";
import type { RedisCommand } from "./command.ts";
import { readPrefix } from "./keys.ts";
import { readKeys } from "./seal.ts";

/** How many replicas have to have a write before it counts as safe. */
export interface ReplicaOptions {
  /** So many replicas; of one master, in a cluster. */
  readonly count: number;
  /**
   * Milliseconds that they are waited for. The write stands whether they come or not, and other commands of the same
   * connection wait as well. Default 100.
   */
  readonly timeoutMs?: number | undefined;
}

/** How tokens are kept in Redis. */
export interface RedisTokenStoreOptions {
  /** Sends one command through your driver. */
  readonly command: RedisCommand;
  /**
   * One or two keys of 32 random bytes. The first one seals, both open: to change the key, put the new one in front and keep
   * the old one until what it has sealed is renewed.
   */
  readonly keys: readonly Uint8Array[];
  /** What all keys in Redis begin with. Default `slashpass:`. */
  readonly prefix?: string | undefined;
  /** Lets writes wait for replicas, by WAIT. Default: they do not. */
  readonly replicas?: ReplicaOptions | undefined;
  /** Milliseconds after which Redis counts as unreachable. Default 2,000. */
  readonly timeoutMs?: number | undefined;
}

const readReplicas = fields<ReplicaOptions>({
  count: whole(1, 100),
  timeoutMs: optional(milliseconds()),
});

export const readRedisOptions: Reader<RedisTokenStoreOptions> = fields<RedisTokenStoreOptions>({
  command: callable(),
  keys: readKeys,
  prefix: optional(readPrefix),
  replicas: optional(readReplicas),
  timeoutMs: optional(milliseconds()),
});
