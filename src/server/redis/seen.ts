import { fields } from "../../core/check/fields.ts";
import { callable, milliseconds, optional } from "../../core/check/readers.ts";
import { readMaxAgeSeconds, signatureLifetimeMs } from "../../core/signature-lifetime.ts";
import type { SeenOptions } from "../../interactions/seen.ts";
import { createScript, RedisConnection } from "./connection.ts";
import { defaultPrefix, readPrefix, type RedisCommand, taggedKey } from "./options.ts";

/** Options for {@link redisSeen}. @stable */
export interface RedisSeenOptions extends SeenOptions {
  /** Sends one command through your driver. */
  readonly command: RedisCommand;
  /** The prefix of all Redis keys. Default `slashpass:`. */
  readonly prefix?: string | undefined;
  /** The timeout in milliseconds. Default 1,000. */
  readonly timeoutMs?: number | undefined;
}

const readOptions = fields<RedisSeenOptions>({
  command: callable(),
  prefix: optional(readPrefix),
  timeoutMs: optional(milliseconds()),
  maxAgeSeconds: optional(readMaxAgeSeconds),
});

const remember = createScript("return redis.call('SET', KEYS[1], '', 'PX', ARGV[1], 'NX') and 1 or 0");

/**
 * Remembers interactions in Redis or Valkey, for the `seen` option of `createInteractionHandler` on several instances. Each
 * interaction takes one round trip and one key, which expires after 10 minutes by default.
 *
 * @stable
 * @returns A function that rejects with a ClientError such as `store_unreachable` if Redis fails.
 * @throws ClientError (ValidationError) for invalid options, before any command.
 */
export function redisSeen(options: RedisSeenOptions): (id: string) => Promise<boolean> {
  const {
    command,
    prefix = defaultPrefix,
    timeoutMs = 1000,
    maxAgeSeconds,
  } = readOptions(options, "options");
  const connection = new RedisConnection({ command, timeoutMs, replicas: undefined });
  const args = [String(signatureLifetimeMs(maxAgeSeconds))];
  return async (id) => {
    const key = taggedKey(prefix, `seen:${id}`);
    const reply = await connection.run("Remembering an interaction", remember, [key], args);
    if (reply !== 0 && reply !== 1) throw new Error("Redis returned an invalid script result.");
    return reply === 0;
  };
}
