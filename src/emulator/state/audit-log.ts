import type { Snowflake } from "../../wire/snowflake.ts";
import { Recent } from "../base/recent.ts";
import type { WireMessage } from "../../wire/message.ts";

interface Kept {
  readonly message: WireMessage;
  readonly onlyFor: Snowflake | undefined;
}

/** The last 2,000 messages of all channels together. */
export class History {
  readonly #kept = new Recent<Snowflake, Kept>();

  keep(message: WireMessage, onlyFor?: Snowflake): void {
    this.#kept.set(message.id, { message, onlyFor: this.#kept.get(message.id)?.onlyFor ?? onlyFor });
  }

  delete(id: Snowflake): void {
    this.#kept.delete(id);
  }

  byId(id: string): WireMessage | undefined {
    return this.#kept.get(id)?.message;
  }

  in(channelId: Snowflake, playerId?: Snowflake): readonly WireMessage[] {
    return [...this.#kept.values()]
      .filter(
        ({ message, onlyFor }) => message.channel_id === channelId && [undefined, playerId].includes(onlyFor),
      )
      .map(({ message }) => message);
  }
}
