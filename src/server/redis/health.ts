import { callFields, type CallOptions } from "../../core/request/transport.ts";
import type { ClientError } from "../../core/errors.ts";
import { startUnlessAborted } from "../../core/request/abort.ts";
import { fields } from "../../core/check/fields.ts";
import { callable, milliseconds, optional } from "../../core/check/readers.ts";
import { type RedisCommand, defaultPrefix, readPrefix, taggedKey } from "./options.ts";
import { createScript, RedisConnection, redisFailure } from "./connection.ts";

/** Options for {@link checkRedis}. @experimental */
export interface RedisHealthOptions extends CallOptions {
  /** Sends one command through your driver. */
  readonly command: RedisCommand;
  /** The prefix of all Redis keys. Default `slashpass:`. */
  readonly prefix?: string | undefined;
  /** The timeout in milliseconds. Default 1,000. */
  readonly timeoutMs?: number | undefined;
}

/** The result of {@link checkRedis}. @experimental */
export interface RedisHealth {
  /** Whether Redis accepts writes. Refreshes and limits require them. */
  readonly isHealthy: boolean;
  /** The time until the response or failure, in milliseconds. */
  readonly durationMs: number;
  /** The failure. It does not contain the data that was sent. */
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
 * Checks that Redis accepts writes by writing a key. PING is not enough: a replica, or a server whose disk or memory is full,
 * still responds to it. Use this in an instance's health check, because tokens cannot be renewed without Redis.
 *
 * @experimental
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
    return { isHealthy: true, durationMs: performance.now() - startedAt };
  } catch (error) {
    const durationMs = performance.now() - startedAt;
    return { isHealthy: false, durationMs, error: redisFailure(operation, error) };
  }
}
