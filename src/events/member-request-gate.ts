import { callbackFailed } from "../core/check/callback.ts";
import { fields } from "../core/check/fields.ts";
import { wrongArgument, callable, optional, parseSnowflake } from "../core/check/readers.ts";
import { parseSeconds } from "../core/request/response.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import { GatewayOpcode, type RateLimitedData } from "../wire/gateway.ts";
import { memberRequests } from "../wire/limits.ts";
import { readEvent, rateLimited } from "./shapes.ts";

/** Options for `createMemberRequestGate`. @stable */
export interface MemberRequestGateOptions {
  /** A monotonic clock that returns milliseconds. Default: `performance.now`. */
  readonly now?: (() => number) | undefined;
}

/** Limits how often all members of a guild are requested. @stable */
export interface MemberRequestGate {
  /**
   * Claims the guild's next request.
   *
   * @returns 0 if the request may be sent now. Otherwise, the number of milliseconds to wait.
   * @throws ClientError `invalid_id` (ValidationError).
   */
  take(guildId: SnowflakeInput): number;
  /**
   * Returns the number of milliseconds until a request for the guild is allowed, or 0.
   *
   * @throws ClientError `invalid_id` (ValidationError).
   */
  delay(guildId: SnowflakeInput): number;
  /**
   * Applies the service's rate limit. Pass the data from every `RATE_LIMITED` event; events for other requests are ignored.
   *
   * @throws ClientError `malformed_event` (ValidationError).
   */
  adopt(event: RateLimitedData): void;
}

/** If a guild is forgotten, the worst outcome is that the service rejects a request for it. */
const maxGuilds = 10_000;

const readOptions = fields<MemberRequestGateOptions>({ now: optional(callable()) });

/**
 * Creates a gate that keeps requests for all members of a guild within the rate limit (gateway opcode 8 with limit 0 and an empty
 * query). The service responds to each bot at most once every 30 seconds per guild (Discord documentation, Gateway Events,
 * "Request Guild Members"). Use one gate per bot. The gate sends no requests and starts no timers.
 *
 * @stable
 * @throws ClientError `invalid_argument` or `unknown_option` (ValidationError).
 */
export function createMemberRequestGate(options: MemberRequestGateOptions = {}): MemberRequestGate {
  const { now = () => performance.now() } = readOptions(options, "options");
  const allowedAt = new Map<Snowflake, number>();

  const waitUntil = (guildId: Snowflake, at: number): void => {
    // A Map preserves insertion order, so the first entry is the oldest.
    allowedAt.delete(guildId);
    allowedAt.set(guildId, at);
    const [oldest] = allowedAt.keys();
    if (allowedAt.size > maxGuilds && oldest !== undefined) allowedAt.delete(oldest);
  };
  const delayOf = (guildId: Snowflake, time: number): number =>
    Math.max(0, Math.ceil((allowedAt.get(guildId) ?? time) - time));

  return {
    delay: (guildId) => delayOf(parseSnowflake(guildId, "guildId"), timeOf(now)),
    take(guildId) {
      const guild = parseSnowflake(guildId, "guildId");
      const time = timeOf(now);
      const delay = delayOf(guild, time);
      if (delay === 0) waitUntil(guild, time + memberRequests.everyMs);
      return delay;
    },
    adopt(event) {
      const { opcode, retry_after, meta } = readEvent(() => rateLimited(event, "event"));
      if (opcode !== GatewayOpcode.RequestGuildMembers) return;
      waitUntil(meta.guild_id, timeOf(now) + (parseSeconds(retry_after) ?? 0) * 1000);
    },
  };
}

function timeOf(now: () => number): number {
  let time: unknown;
  try {
    time = now();
  } catch {
    throw callbackFailed("options.now");
  }
  if (typeof time === "number" && Number.isFinite(time)) return time;
  throw wrongArgument("The result of options.now", time, "a number of milliseconds");
}
