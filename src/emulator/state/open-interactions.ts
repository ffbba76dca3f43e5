import { pushRecent, Recent } from "../base/recent.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { ActivityInstance } from "../../wire/application.ts";
import { InstallationContext } from "../../wire/command.ts";
import { CallbackType, type InteractionCallback } from "../../wire/interaction-callback.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import type { WireMessage } from "../../wire/message.ts";
import type { WireUser } from "../../wire/user.ts";
import type { Upload } from "../base/form.ts";
import { checkCallback, updateTypes } from "./callbacks.ts";
import { findInMessage } from "../../interactions/messages/rules/messages.ts";
import {
  checkWords,
  createMessage,
  type Draft,
  editMessage,
  isEphemeral,
  isLoading,
  type History,
} from "./messages.ts";
import { refuse, refusal } from "../base/refusal.ts";
import { interactionLifetime } from "../../wire/limits.ts";
import type { StoredFiles } from "./attachments.ts";

export interface OpenInteraction {
  readonly payload: InteractionPayload;
  readonly messages: WireMessage[];
  /** The first response's message, or its loading placeholder. */
  original?: WireMessage | undefined;
  /** The original message's id. Kept even if the message is deleted. */
  originalId?: Snowflake | undefined;
  readonly answered: Promise<InteractionCallback>;
  callback?: InteractionCallback;
  activityInstance?: ActivityInstance;
  followUps: number;
}

interface Entry extends OpenInteraction {
  readonly settle: (callback: InteractionCallback) => void;
  readonly since: number;
}

interface InteractionsWorld {
  readonly clock: { now(this: void): number };
  readonly files: StoredFiles;
  readonly history: History;
  describeAuthor(applicationId: Snowflake): WireUser;
  launch(payload: InteractionPayload): ActivityInstance;
}

export class OpenInteractions {
  readonly #world: InteractionsWorld;
  readonly #entries = new Recent<string, Entry>();

  constructor(world: InteractionsWorld) {
    this.#world = world;
  }

  open(payload: InteractionPayload): OpenInteraction {
    let settle!: Entry["settle"];
    const answered = new Promise<InteractionCallback>((resolve) => (settle = resolve));
    const since = this.#world.clock.now();
    const entry: Entry = { payload, messages: [], followUps: 0, answered, settle, since };
    this.#entries.set(payload.token, entry);
    return entry;
  }

  applicationIdOf(token: string): Snowflake | undefined {
    return this.#entries.get(token)?.payload.application_id;
  }

  answer(
    id: Snowflake,
    token: string,
    callback: InteractionCallback,
    files: readonly Upload[] = [],
  ): OpenInteraction {
    const entry = this.#entries.get(token);
    if (entry?.payload.id !== id || this.#world.clock.now() - entry.since > interactionLifetime.firstAnswerMs)
      throw refusal("UnknownInteraction");
    if (entry.callback) throw refusal("InteractionAnswered");
    const changed = updateTypes.includes(callback?.type) ? entry.payload.message : undefined;
    checkCallback(callback, entry.payload, { files, old: changed });
    if (callback.type === CallbackType.LaunchActivity)
      entry.activityInstance = this.#world.launch(entry.payload);
    entry.original = this.#write(entry, callback, files);
    entry.originalId = entry.original?.id;
    entry.callback = callback;
    entry.settle(callback);
    return entry;
  }

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

  message(applicationId: Snowflake, token: string, id: string): WireMessage {
    return lookUp(this.#find(applicationId, token), id);
  }

  edit(applicationId: Snowflake, token: string, id: string, draft: Draft): WireMessage {
    const entry = this.#find(applicationId, token);
    const message = lookUp(entry, id);
    check(draft, message, ["tts"]);
    return this.#replace(entry, message, draft);
  }

  delete(applicationId: Snowflake, token: string, id: string): void {
    const { id: messageId } = this.message(applicationId, token, id);
    this.#world.history.delete(messageId);
    this.#put(messageId);
  }

  #find(applicationId: Snowflake, token: string): Entry {
    const entry = this.#entries.get(token);
    if (!entry || entry.payload.application_id !== applicationId) throw refusal("UnknownWebhook");
    if (this.#world.clock.now() - entry.since > interactionLifetime.tokenMs)
      throw refusal("InvalidWebhookToken");
    if (!entry.callback) throw refusal("UnknownWebhook");
    return entry;
  }

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

  #update(entry: Entry, draft?: Draft): WireMessage | undefined {
    const { message } = entry.payload;
    if (!message) return undefined;
    const changed = draft ? this.#replace(entry, message, draft) : message;
    pushRecent(entry.messages, changed);
    return changed;
  }

  #replace(entry: Entry, message: WireMessage, draft: Draft): WireMessage {
    const edited = editMessage(message, draft, { files: this.#world.files, now: this.#world.clock.now() });
    checkWords(edited);
    this.#world.history.keep(edited);
    if (isLoading(message)) pushRecent(entry.messages, edited);
    this.#put(edited.id, edited);
    return edited;
  }

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
  return isUserAlone ? interactionLifetime.userInstalledFollowUps : Infinity;
}

function check({ body = {}, files = [] }: Draft, old?: WireMessage, ignored: readonly string[] = []): void {
  refuse(findInMessage(body, { files, old, ignored }));
}

function lookUp({ original, messages }: Entry, id: string): WireMessage {
  const isOriginal = id === "@original" || id === original?.id;
  const message = isOriginal ? original : messages.find((entry) => entry.id === id);
  if (!message) throw refusal("UnknownMessage");
  return message;
}
