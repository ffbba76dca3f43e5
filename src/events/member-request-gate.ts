import { callbackFailed } from "../core/check/callback.ts";
import { fields } from "../core/check/fields.ts";
import { wrongArgument, callable, optional, parseSnowflake } from "../core/check/readers.ts";
import { saidSeconds } from "../core/request/response.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import { GatewayOpcode, type RateLimitedData } from "../wire/gateway.ts";
import { memberRequests } from "../wire/limits.ts";
import { readEvent, rateLimited } from "./shapes.ts";

/** The options of `createMemberRequestGate`. */
export interface MemberRequestGateOptions {
  /** A clock in milliseconds that never goes back. Default: `performance.now`. */
  readonly now?: (() => number) | undefined;
}

/** Says when a bot may ask for all members of a guild. */
export interface MemberRequestGate {
  /**
   * Takes the guild's turn, if there is one now.
   *
   * @returns 0: send the request now, the next one has to wait. More: milliseconds after which to ask again.
   * @throws ClientError `invalid_id` (ValidationError).
   */
  take(guildId: SnowflakeInput): number;
  /**
   * Milliseconds until there is a turn for the guild; 0: now.
   *
   * @throws ClientError `invalid_id` (ValidationError).
   */
  delay(guildId: SnowflakeInput): number;
  /**
   * Waits as long as the service demands: pass it the data of every `RATE_LIMITED`. Data about other requests than those for
   * members is ignored.
   *
   * @throws ClientError `malformed_event` (ValidationError).
   */
  adopt(event: RateLimitedData): void;
}

/**
 * The number of remembered guilds; a request for a forgotten guild is at worst refused by the service, and then remembered again.
 */
const mostGuilds = 10_000;

const readOptions = fields<MemberRequestGateOptions>({ now: optional(callable()) });

/**
 * The service answers one request for all members of a guild (gateway opcode 8 with the limit 0 and an empty query) per
 * guild, bot and 30 seconds, and every further one with `RATE_LIMITED` (Discord documentation, Gateway Events, "Request
 * Guild Members"). One gate for each bot keeps to that. It sends nothing, and starts no timer.
 *
 * @throws ClientError `invalid_argument` or `unknown_option` (ValidationError).
 */
export function createMemberRequestGate(options: MemberRequestGateOptions = {}): MemberRequestGate {
  const { now = () => performance.now() } = readOptions(options, "options");
  const turns = new Map<Snowflake, number>();

  const waitUntil = (guildId: Snowflake, at: number): void => {
    // A Map keeps the order of insertion: the first entry is the oldest, and is dropped.
    turns.delete(guildId);
    turns.set(guildId, at);
    const [oldest] = turns.keys();
    if (turns.size > mostGuilds && oldest !== undefined) turns.delete(oldest);
  };
  const delayOf = (guildId: Snowflake, time: number): number =>
    Math.max(0, Math.ceil((turns.get(guildId) ?? time) - time));

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
      waitUntil(meta.guild_id, timeOf(now) + (saidSeconds(retry_after) ?? 0) * 1000);
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
  throw wrongArgument("The time that options.now gives", time, "a number of milliseconds");
}
