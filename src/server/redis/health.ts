import { callFields, type CallOptions } from "../../core/request/transport.ts";
import type { ClientError } from "../../core/errors.ts";
import { startUnlessAborted } from "../../core/request/abort.ts";
import { fields } from "../../core/check/fields.ts";
import { callable, milliseconds, optional } from "../../core/check/readers.ts";
import { type RedisCommand, defaultPrefix, readPrefix, taggedKey } from "./options.ts";
import { createScript, RedisConnection, redisFailure } from "./connection.ts";

/** Options for {@link checkRedis}. */
export interface RedisHealthOptions extends CallOptions {
  /** Sends one command through your driver. */
  readonly command: RedisCommand;
  /** The prefix of all keys in Redis. Default `slashpass:`. */
  readonly prefix?: string | undefined;
  /** Timeout in milliseconds. Default 1,000. */
  readonly timeoutMs?: number | undefined;
}

/** The result of {@link checkRedis}. */
export interface RedisHealth {
  /** Whether Redis accepts writes, which refreshes and limits need. */
  readonly isHealthy: boolean;
  /** How many milliseconds passed until the response or the failure. */
  readonly ms: number;
  /** The failure. Contains none of the data sent. */
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
 * Writes a key to check that Redis accepts writes: a replica, a full disk and full memory still respond to PING. Use it in an
 * instance's health check, because without Redis no token can be renewed.
 *
 * @throws ClientError (ValidationError) for invalid options; `aborted`. Redis failures are returned in the result.
 */
export async function checkRedis(options: RedisHealthOptions): Promise<RedisHealth> {
  const { signal, ...requirements } = readOptions(options, "options");
  return startUnlessAborted(() => check(requirements), operation, signal);
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
