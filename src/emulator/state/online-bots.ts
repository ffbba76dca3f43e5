import type { Snowflake } from "../../wire/snowflake.ts";
import { gatewayLimits } from "../../wire/gateway.ts";
import { Recent } from "../base/recent.ts";

/** See Discord documentation, Gateway, "Sharding". */
export type Shard = readonly [id: number, count: number];

interface OnlineBot {
  readonly applicationId: Snowflake;
  readonly shard: Shard;
}

interface StartLimit {
  readonly remaining: number;
  readonly reset_after: number;
}

const dayMs = 86_400_000;

export class OnlineBots {
  readonly #now: () => number;
  readonly #bots = new Set<OnlineBot>();
  readonly #starts = new Recent<Snowflake, { readonly since: number; readonly count: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  add(bot: OnlineBot): () => void {
    const { since, count } = this.#startsOf(bot.applicationId);
    this.#starts.set(bot.applicationId, { since, count: count + 1 });
    this.#bots.add(bot);
    return () => void this.#bots.delete(bot);
  }

  isConnected(applicationId: Snowflake, guildId: Snowflake | undefined): boolean {
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

/** Events outside guilds go to shard 0. */
export function isOfShard([id, count]: Shard, guildId: Snowflake | undefined): boolean {
  if (guildId === undefined) return id === 0;
  return Number((BigInt(guildId) >> 22n) % BigInt(count)) === id;
}
