import { pushRecent, Recent } from "../base/recent.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { ActivityInstance } from "../../wire/application.ts";
import { InstallationContext } from "../../wire/command.ts";
import { CallbackType, type InteractionCallback } from "../../wire/interaction-callback.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import type { WireMessage } from "../../wire/message.ts";
import type { Upload } from "../base/form.ts";
import { checkCallback } from "./callbacks.ts";
import { findInMessage, type MessagePlace } from "../../interactions/messages/rules/messages.ts";
import { checkWords, createMessage, type Draft, editMessage, isEphemeral, isLoading } from "./messages.ts";
import { refuse, refusal } from "../base/refusal.ts";
import { interactionLife } from "../../wire/limits.ts";
import type { World } from "./world.ts";

/** A delivered interaction, and the application's answers. */
export interface OpenInteraction {
  readonly payload: InteractionPayload;
  /** The application's messages to the player; the list grows as follow-ups arrive. */
  readonly messages: WireMessage[];
  /** The message of the first answer; before the application has written it, what announces it. */
  original?: WireMessage | undefined;
  /** Its id, also when it is gone. */
  originalId?: Snowflake | undefined;
  /** Settles with the application's first answer. */
  readonly answered: Promise<InteractionCallback>;
  callback?: InteractionCallback;
  activityInstance?: ActivityInstance;
  /** Messages after the first answer. */
  followUps: number;
}

interface Entry extends OpenInteraction {
  readonly settle: (callback: InteractionCallback) => void;
  /** Milliseconds on the clock. */
  readonly since: number;
}

/** The parts of the world that a desk needs. */
type DeskWorld = Pick<World, "describeAuthor" | "files" | "history" | "launch"> & {
  readonly clock: Pick<World["clock"], "now">;
};

/** The interactions of an emulator: their state, and their messages (Discord documentation, Interactions). */
export class InteractionDesk {
  readonly #world: DeskWorld;
  readonly #entries = new Recent<string, Entry>();

  constructor(world: DeskWorld) {
    this.#world = world;
  }

  /** Lets the application answer an interaction. */
  open(payload: InteractionPayload): OpenInteraction {
    const listeners: ((callback: InteractionCallback) => void)[] = [];
    const answered = new Promise<InteractionCallback>((resolve) => listeners.push(resolve));
    const settle = (callback: InteractionCallback) => listeners.forEach((listener) => listener(callback));
    const since = this.#world.clock.now();
    const entry: Entry = { payload, messages: [], followUps: 0, answered, settle, since };
    this.#entries.set(payload.token, entry);
    return entry;
  }

  /** Whose interaction a token is of. */
  applicationIdOf(token: string): Snowflake | undefined {
    return this.#entries.get(token)?.payload.application_id;
  }

  /**
   * The application's first answer, from either way, with the files beside it.
   *
   * @throws Refusal 10062 for an unknown or late one, 40060 for a second one.
   */
  answer(
    id: Snowflake,
    token: string,
    callback: InteractionCallback,
    files: readonly Upload[] = [],
  ): OpenInteraction {
    const entry = this.#entries.get(token);
    if (entry?.payload.id !== id || this.#world.clock.now() - entry.since > interactionLife.firstAnswerMs)
      throw refusal("UnknownInteraction");
    if (entry.callback) throw refusal("InteractionAnswered");
    const changed = changesMessage.includes(callback?.type) ? entry.payload.message : undefined;
    checkCallback(callback, entry.payload, placeOf(files, changed));
    if (callback.type === CallbackType.LaunchActivity)
      entry.activityInstance = this.#world.launch(entry.payload);
    entry.original = this.#write(entry, callback, files);
    entry.originalId = entry.original?.id;
    entry.callback = callback;
    entry.settle(callback);
    return entry;
  }

  /**
   * A message after the first answer. It replaces an announced one.
   *
   * @throws Refusal 40094 for the sixth one, where only the user has installed the application.
   */
  followUp(applicationId: Snowflake, token: string, draft: Draft): WireMessage {
    const entry = this.#find(applicationId, token);
    const announced = entry.original && isLoading(entry.original) ? entry.original : undefined;
    check(draft, announced);
    if (announced) return this.#replace(entry, announced, draft);
    if (entry.followUps >= mostFollowUps(entry.payload)) throw refusal("FollowUpsSpent");
    const message = this.#say(entry, draft);
    entry.followUps += 1;
    return message;
  }

  /** @throws Refusal 10008 for a message that is not there. */
  message(applicationId: Snowflake, token: string, id: string): WireMessage {
    return lookUp(this.#find(applicationId, token), id);
  }

  /** Changes a message, or writes an announced one. */
  edit(applicationId: Snowflake, token: string, id: string, draft: Draft): WireMessage {
    const entry = this.#find(applicationId, token);
    const message = lookUp(entry, id);
    check(draft, message, ["tts"]);
    return this.#replace(entry, message, draft);
  }

  delete(applicationId: Snowflake, token: string, id: string): void {
    const { id: gone } = this.message(applicationId, token, id);
    this.#world.history.delete(gone);
    this.#put(gone);
  }

  #find(applicationId: Snowflake, token: string): Entry {
    const entry = this.#entries.get(token);
    if (!entry || entry.payload.application_id !== applicationId) throw refusal("UnknownWebhook");
    if (this.#world.clock.now() - entry.since > interactionLife.tokenMs) throw refusal("InvalidWebhookToken");
    if (!entry.callback) throw refusal("UnknownWebhook");
    return entry;
  }

  /** The first answer's message, or the announcement of one. */
  #write(entry: Entry, callback: InteractionCallback, files: readonly Upload[]): WireMessage | undefined {
    switch (callback.type) {
      case CallbackType.ChannelMessage:
        return this.#say(entry, { body: callback.data, files });
      case CallbackType.DeferredChannelMessage:
        return this.#create(entry, { body: callback.data, isLoading: true });
      case CallbackType.UpdateMessage:
        return this.#update(entry, { body: callback.data, files });
      case CallbackType.DeferredUpdate:
        return this.#update(entry);
      default:
        return undefined;
    }
  }

  /** The message that a component belongs to, changed. */
  #update(entry: Entry, draft?: Draft): WireMessage | undefined {
    const { message } = entry.payload;
    if (!message) return undefined;
    const changed = draft ? this.#replace(entry, message, draft) : message;
    pushRecent(entry.messages, changed);
    return changed;
  }

  /** Puts a message in the place of its older self, wherever that is shown. */
  #replace(entry: Entry, message: WireMessage, draft: Draft): WireMessage {
    const edited = editMessage(message, draft, { files: this.#world.files, now: this.#world.clock.now() });
    checkWords(edited);
    this.#world.history.keep(edited);
    if (isLoading(message)) pushRecent(entry.messages, edited);
    this.#put(edited.id, edited);
    return edited;
  }

  /** Puts a message, or nothing, where the one with this id is shown. */
  #put(id: Snowflake, message?: WireMessage): void {
    for (const entry of this.#entries.values()) {
      if (entry.original?.id === id) entry.original = message;
      const index = entry.messages.findIndex((one) => one.id === id);
      if (index >= 0) entry.messages.splice(index, 1, ...(message ? [message] : []));
    }
  }

  #say(entry: Entry, draft: Draft): WireMessage {
    const message = this.#create(entry, draft);
    pushRecent(entry.messages, message);
    return message;
  }

  #create({ payload, originalId }: Entry, draft: Draft): WireMessage {
    const author = this.#world.describeAuthor(payload.application_id);
    const { files, clock } = this.#world;
    const message = createMessage({ payload, author, originalId, files, now: clock.now() }, draft);
    checkWords(message);
    const { id } = payload.member?.user ?? payload.user ?? {};
    this.#world.history.keep(message, isEphemeral(message) ? id : undefined);
    return message;
  }
}

function mostFollowUps({ authorizing_integration_owners: owners = {} }: InteractionPayload): number {
  const installations = Object.keys(owners);
  const isUserAlone =
    installations.length === 1 && installations[0] === String(InstallationContext.UserInstall);
  return isUserAlone ? interactionLife.userInstalledFollowUps : Infinity;
}

const changesMessage: readonly unknown[] = [CallbackType.DeferredUpdate, CallbackType.UpdateMessage];

function check({ body, files }: Draft, old?: WireMessage, ignored: readonly string[] = []): void {
  refuse(findInMessage(body === undefined ? {} : body, { ...placeOf(files, old), ignored }));
}

function placeOf(files: readonly Upload[] = [], old?: WireMessage): MessagePlace {
  return { files, old };
}

function lookUp({ original, messages }: Entry, id: string): WireMessage {
  const isOriginal = id === "@original" || id === original?.id;
  const message = isOriginal ? original : messages.find((one) => one.id === id);
  if (!message) throw refusal("UnknownMessage");
  return message;
}
