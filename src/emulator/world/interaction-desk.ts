import { Recent } from "../base/recent.ts";
import type { Snowflake } from "../../snowflake.ts";
import type { ActivityInstance } from "../../wire/activity-instance.ts";
import { CallbackType, type InteractionCallback } from "../../wire/interaction-callback.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import type { MessageBody, WireMessage } from "../../wire/message.ts";
import type { WireUser } from "../../wire/user.ts";
import { createSnowflake } from "../base/new-id.ts";
import { Refusal } from "../base/refusal.ts";
import { JsonErrorCode } from "../../wire/json-error-code.ts";
import { interactionLife } from "../../wire/limits.ts";

/** An interaction that was delivered, and what the application made of it. */
export interface OpenInteraction {
  readonly payload: InteractionPayload;
  /** What the application sent to the player; grows as follow-ups arrive. */
  readonly messages: WireMessage[];
  /** Settles with the application's first answer. */
  readonly answered: Promise<InteractionCallback>;
  callback?: InteractionCallback;
  activityInstance?: ActivityInstance;
}

interface Entry extends OpenInteraction {
  readonly settle: (callback: InteractionCallback) => void;
  /** Milliseconds on the clock. */
  readonly since: number;
  original?: Snowflake;
}

/** The interactions of an emulator: who may still answer, and what was said (Discord documentation, Interactions). */
export class InteractionDesk {
  readonly #launch: (payload: InteractionPayload) => ActivityInstance;
  readonly #now: () => number;
  readonly #entries = new Recent<string, Entry>();

  /** @param now - milliseconds on a clock that only goes forward. */
  constructor(launch: (payload: InteractionPayload) => ActivityInstance, now: () => number) {
    this.#launch = launch;
    this.#now = now;
  }

  /** Lets the application answer an interaction. */
  open(payload: InteractionPayload): OpenInteraction {
    const listeners: ((callback: InteractionCallback) => void)[] = [];
    const answered = new Promise<InteractionCallback>((resolve) => listeners.push(resolve));
    const settle = (callback: InteractionCallback) => listeners.forEach((listener) => listener(callback));
    const entry: Entry = { payload, messages: [], answered, settle, since: this.#now() };
    this.#entries.set(payload.token, entry);
    return entry;
  }

  /**
   * The application's first answer, from either way.
   *
   * @throws Refusal 10062 for an unknown or late one, 40060 for a second one.
   */
  answer(id: Snowflake, token: string, callback: InteractionCallback): OpenInteraction {
    const entry = this.#entries.get(token);
    if (entry?.payload.id !== id || this.#now() - entry.since > interactionLife.firstAnswerMs) {
      throw new Refusal(404, JsonErrorCode.UnknownInteraction, "Unknown interaction");
    }
    if (entry.callback)
      throw new Refusal(400, JsonErrorCode.InteractionAnswered, "Interaction has already been acknowledged.");
    entry.callback = callback;
    if (callback.type === CallbackType.LaunchActivity) entry.activityInstance = this.#launch(entry.payload);
    if (callback.type === CallbackType.ChannelMessage) entry.original = this.#say(entry, callback.data).id;
    if (callback.type === CallbackType.UpdateMessage) entry.original = this.#update(entry, callback.data).id;
    if (callback.type === CallbackType.DeferredUpdate) entry.original = this.#update(entry, {}).id;
    entry.settle(callback);
    return entry;
  }

  /** A message after the first answer; it takes the place of a deferred one. */
  followUp(applicationId: Snowflake, token: string, body: MessageBody): WireMessage {
    const entry = this.#find(applicationId, token);
    const message = this.#say(entry, body);
    entry.original ??= message.id;
    return message;
  }

  /** @throws Refusal 10008 for a message that is not there. */
  message(applicationId: Snowflake, token: string, id: string): WireMessage {
    const entry = this.#find(applicationId, token);
    const message = entry.messages.find((one) => one.id === (id === "@original" ? entry.original : id));
    if (!message) throw new Refusal(404, JsonErrorCode.UnknownMessage, "Unknown Message");
    return message;
  }

  /** Changes a message; `@original` of a deferred answer is written with it. */
  edit(applicationId: Snowflake, token: string, id: string, body: MessageBody): WireMessage {
    const entry = this.#find(applicationId, token);
    const isDeferred = entry.callback?.type === CallbackType.DeferredChannelMessage;
    if (id === "@original" && entry.original === undefined && isDeferred) {
      return this.followUp(applicationId, token, body);
    }
    return this.#replace({ ...this.message(applicationId, token, id), ...body });
  }

  delete(applicationId: Snowflake, token: string, id: string): void {
    const { messages } = this.#find(applicationId, token);
    messages.splice(messages.indexOf(this.message(applicationId, token, id)), 1);
  }

  #find(applicationId: Snowflake, token: string): Entry {
    const entry = this.#entries.get(token);
    if (!entry || entry.payload.application_id !== applicationId) {
      throw new Refusal(404, JsonErrorCode.UnknownWebhook, "Unknown Webhook");
    }
    if (this.#now() - entry.since > interactionLife.tokenMs)
      throw new Refusal(401, JsonErrorCode.InvalidWebhookToken, "Invalid Webhook Token");
    if (!entry.callback) throw new Refusal(404, JsonErrorCode.UnknownWebhook, "Unknown Webhook");
    return entry;
  }

  /** The message that a component belongs to, changed. */
  #update(entry: Entry, body: MessageBody): WireMessage {
    const { message } = entry.payload;
    if (!message) return this.#say(entry, body);
    entry.messages.push(message);
    return this.#replace({ ...message, ...body });
  }

  /** Puts a message in the place of its older self, wherever that is shown. */
  #replace(edited: WireMessage): WireMessage {
    for (const { messages } of this.#entries.values()) {
      const index = messages.findIndex(({ id }) => id === edited.id);
      if (index >= 0) messages[index] = edited;
    }
    return edited;
  }

  #say({ payload, messages }: Entry, body: MessageBody): WireMessage {
    const author: WireUser = { id: payload.application_id, username: "application" };
    const message: WireMessage = {
      id: createSnowflake(),
      channel_id: payload.channel_id ?? "0",
      author,
      timestamp: new Date().toISOString(),
      ...body,
      content: body.content ?? "",
    };
    messages.push(message);
    return message;
  }
}
