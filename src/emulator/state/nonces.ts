import type { Snowflake } from "../../wire/snowflake.ts";
import type { WireMessage } from "../../wire/message.ts";
import { Recent } from "../base/recent.ts";

/** The documentation only specifies "a few minutes" (Application Commands Interface, "Versioning"). */
export const nonceLifeMs: number = 5 * 60 * 1000;

interface Kept {
  readonly message: WireMessage;
  readonly since: number;
}

export class Nonces {
  readonly #kept = new Recent<string, Kept>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  find(senderId: Snowflake, channelId: Snowflake, nonce: string | number): WireMessage | undefined {
    const kept = this.#kept.get(keyOf(senderId, channelId, nonce));
    return kept && this.#now() - kept.since < nonceLifeMs ? kept.message : undefined;
  }

  keep(senderId: Snowflake, nonce: string | number, message: WireMessage): void {
    this.#kept.set(keyOf(senderId, message.channel_id, nonce), { message, since: this.#now() });
  }
}

function keyOf(senderId: Snowflake, channelId: Snowflake, nonce: string | number): string {
  return JSON.stringify([senderId, channelId, String(nonce)]);
}
