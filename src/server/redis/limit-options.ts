import type { LimitedRequest } from "../../core/request/limits.ts";
import { fields } from "../../core/check/fields.ts";
import type { Reader } from "../../core/check/reader.ts";
import {
  abortSignal,
  callable,
  flag,
  milliseconds,
  optional,
  textOf,
  whole,
} from "../../core/check/readers.ts";
import type { RedisCommand } from "./command.ts";
import { readPrefix } from "./keys.ts";

/** How a fleet shares the service's limits through Redis. */
export interface RedisLimitsOptions {
  /** Sends one command through your driver. */
  readonly command: RedisCommand;
  /**
   * How many instances there are at most. While Redis is away each keeps to its share by itself: the service's limits, divided
   * by this number.
   */
  readonly instances: number;
  /**
   * The public address from which this instance's requests reach the service, or any name for it: refusals count per address.
   * Default: all instances have one.
   */
  readonly egress?: string | undefined;
  /** What all keys in Redis begin with. Default `slashpass:`. */
  readonly prefix?: string | undefined;
  /** Milliseconds after which Redis counts as away, and the local share is used. Default 500. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds after which Redis is tried again. Default 1,000. */
  readonly retryMs?: number | undefined;
}

export const readRedisLimitsOptions: Reader<RedisLimitsOptions> = fields<RedisLimitsOptions>({
  command: callable(),
  instances: whole(1, 100_000),
  egress: optional(textOf({ most: 100 })),
  prefix: optional(readPrefix),
  timeoutMs: optional(milliseconds()),
  retryMs: optional(milliseconds()),
});

export const readLimitedRequest: Reader<LimitedRequest> = fields<LimitedRequest>({
  applicationId: textOf(),
  identity: textOf(),
  route: textOf(),
  resource: textOf({ least: 0 }),
  operation: textOf(),
  countsPerSecond: optional(flag),
  signal: optional(abortSignal()),
  mayWaitMs: milliseconds(0),
  wait: callable(),
});
