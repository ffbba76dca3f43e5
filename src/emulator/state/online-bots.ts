import type { Snowflake } from "../../wire/snowflake.ts";
import { gatewayLimits } from "../../wire/gateway.ts";
import { Recent } from "../base/recent.ts";

/** Which part of a bot's guilds a session is for (Discord documentation, Gateway, "Sharding"). */
export type Shard = readonly [id: number, count: number];

/** A session of a bot at the gateway. */
interface OnlineBot {
  readonly applicationId: Snowflake;
  readonly shard: Shard;
}

/** How many sessions a bot can still start. */
interface StartLimit {
  readonly remaining: number;
  /** Milliseconds until it is the whole number again. */
  readonly reset_after: number;
}

const dayMs = 86_400_000;

/** The bots that are at the gateway, or were a moment ago and may resume. */
export class OnlineBots {
  readonly #now: () => number;
  readonly #bots = new Set<OnlineBot>();
  /** Of each application: sessions since a moment, in milliseconds since 1970. */
  readonly #starts = new Recent<Snowflake, { readonly since: number; readonly count: number }>();

  /** @param now - milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @returns a function that ends it. */
  add(bot: OnlineBot): () => void {
    const { since, count } = this.#startsOf(bot.applicationId);
    this.#starts.set(bot.applicationId, { since, count: count + 1 });
    this.#bots.add(bot);
    return () => void this.#bots.delete(bot);
  }

  /** Whether one of them gets the events of an application, in a guild or outside of guilds. */
  hears(applicationId: Snowflake, guildId: Snowflake | undefined): boolean {
    return [...this.#bots].some(
      (bot) => bot.applicationId === applicationId && isOfShard(bot.shard, guildId),
    );
  }

  startLimit(applicationId: Snowflake): StartLimit {
    const { since, count } = this.#startsOf(applicationId);
    return {
      remaining: Math.max(0, gatewayLimits.startsPerDay - count),
      reset_after: count === 0 ? 0 : since + dayMs - this.#now(),
    };
  }

  #startsOf(applicationId: Snowflake) {
    const now = this.#now();
    const starts = this.#starts.get(applicationId);
    return starts && now < starts.since + dayMs ? starts : { since: now, count: 0 };
  }
}

/** Whether a shard gets the events of a guild; events outside of guilds go to the first one. */
export function isOfShard([id, count]: Shard, guildId: Snowflake | undefined): boolean {
  if (guildId === undefined) return id === 0;
  return Number((BigInt(guildId) >> 22n) % BigInt(count)) === id;
}
