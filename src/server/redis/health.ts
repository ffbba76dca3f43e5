import { callFields, type CallOptions } from "../../core/request/transport.ts";
import type { ClientError } from "../../core/errors.ts";
import { startUnlessAborted } from "../../core/request/abort.ts";
import { fields } from "../../core/check/fields.ts";
import { callable, milliseconds, optional } from "../../core/check/readers.ts";
import { type RedisCommand, defaultPrefix, readPrefix, taggedKey } from "./options.ts";
import { RedisConnection, redisFailure } from "./connection.ts";
import { createScript } from "./script.ts";

/** Which Redis is asked how it is. */
export interface RedisHealthOptions extends CallOptions {
  /** Sends one command through your driver. */
  readonly command: RedisCommand;
  /** The beginning of all keys in Redis. Default `slashpass:`. */
  readonly prefix?: string | undefined;
  /** Milliseconds after which Redis counts as unreachable. Default 1,000. */
  readonly timeoutMs?: number | undefined;
}

/** How Redis is. */
export interface RedisHealth {
  /** Whether it takes writes, as a refresh and the limits need. */
  readonly isHealthy: boolean;
  /** Milliseconds until it answered or failed. */
  readonly ms: number;
  /** The fault. It quotes nothing that was sent. */
  readonly error?: ClientError | undefined;
}

const readOptions = fields<RedisHealthOptions>({
  command: callable(),
  prefix: optional(readPrefix),
  timeoutMs: optional(milliseconds()),
  ...callFields,
});

const operation = "Checking Redis";

const writes = createScript("return redis.call('SET', KEYS[1], '', 'PX', 1000)");

/**
 * Asks Redis to write: a replica, a full disk and a full memory answer a PING as if nothing were wrong. For the health check of
 * an instance: without Redis it can renew no token.
 *
 * @throws ClientError (ValidationError) for invalid options; `aborted`. A fault of Redis is in the result.
 */
export async function checkRedis(options: RedisHealthOptions): Promise<RedisHealth> {
  const { signal, ...asked } = readOptions(options, "options");
  return startUnlessAborted(() => check(asked), operation, signal);
}

async function check(options: Omit<RedisHealthOptions, "signal">): Promise<RedisHealth> {
  const { command, prefix = defaultPrefix, timeoutMs = 1000 } = options;
  const connection = new RedisConnection({ command, timeoutMs, replicas: undefined });
  const startedAt = performance.now();
  try {
    await connection.run(operation, writes, [taggedKey(prefix, "health")], []);
    return { isHealthy: true, ms: performance.now() - startedAt };
  } catch (error) {
    const ms = performance.now() - startedAt;
    return { isHealthy: false, ms, error: redisFailure(operation, error) };
  }
}
