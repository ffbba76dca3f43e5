import type { Snowflake } from "../../wire/snowflake.ts";
import { Recent } from "../base/recent.ts";
import type { WireMessage } from "../../wire/message.ts";

interface Kept {
  readonly message: WireMessage;
  /** The only player who sees it. */
  readonly onlyFor: Snowflake | undefined;
}

/** The messages of every channel: the last 2,000 of all together. */
export class History {
  readonly #kept = new Recent<Snowflake, Kept>();

  /** Keeps a message, in the place of its older self where there is one. */
  keep(message: WireMessage, onlyFor?: Snowflake): void {
    this.#kept.set(message.id, { message, onlyFor: this.#kept.get(message.id)?.onlyFor ?? onlyFor });
  }

  delete(id: Snowflake): void {
    this.#kept.delete(id);
  }

  byId(id: string): WireMessage | undefined {
    return this.#kept.get(id)?.message;
  }

  /** The messages of a channel, the oldest first: those for everybody, and those for one player. */
  in(channelId: Snowflake, playerId?: Snowflake): readonly WireMessage[] {
    return [...this.#kept.values()]
      .filter(
        ({ message, onlyFor }) => message.channel_id === channelId && [undefined, playerId].includes(onlyFor),
      )
      .map(({ message }) => message);
  }
}
