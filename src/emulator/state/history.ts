import type { Snowflake } from "../../wire/snowflake.ts";
import { Recent } from "../base/recent.ts";
import type { WireMessage } from "../../wire/message.ts";

interface StoredMessage {
  readonly message: WireMessage;
  readonly onlyFor: Snowflake | undefined;
}

/** Documented as "a few minutes" (Application Commands Interface, "Versioning"). */
const nonceLifetimeMs = 5 * 60 * 1000;

/** The last 2,000 messages across all channels. */
export class History {
  readonly #messages = new Recent<Snowflake, StoredMessage>();

  keep(message: WireMessage, onlyFor?: Snowflake): void {
    this.#messages.set(message.id, { message, onlyFor: this.#messages.get(message.id)?.onlyFor ?? onlyFor });
  }

  delete(id: Snowflake): void {
    this.#messages.delete(id);
  }

  byId(id: string): WireMessage | undefined {
    return this.#messages.get(id)?.message;
  }

  /** Returns a message that the same sender recently sent with this nonce. */
  withNonce(
    channelId: Snowflake,
    senderId: Snowflake,
    nonce: string | number,
    now: number,
  ): WireMessage | undefined {
    return this.in(channelId).findLast(
      (message) =>
        message.author.id === senderId &&
        String((message as { readonly nonce?: unknown }).nonce) === String(nonce) &&
        now - Date.parse(message.timestamp) < nonceLifetimeMs,
    );
  }

  in(channelId: Snowflake, playerId?: Snowflake): readonly WireMessage[] {
    return [...this.#messages.values()]
      .filter(
        ({ message, onlyFor }) => message.channel_id === channelId && [undefined, playerId].includes(onlyFor),
      )
      .map(({ message }) => message);
  }
}
