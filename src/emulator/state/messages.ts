import { type CommandOption, OptionType } from "../../wire/command-option.ts";
import { refusal } from "../base/refusal.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { CommandType } from "../../wire/command.ts";
import { type CommandData, type InteractionPayload, InteractionType } from "../../wire/interaction.ts";
import {
  loadingFlag,
  type MessageBody,
  MessageFlag,
  type WireMessage,
  settableMessageFlags,
} from "../../wire/message.ts";
import type { WireUser } from "../../wire/user.ts";
import type { Upload } from "../base/form.ts";
import { createSnowflake, Recent } from "../base/recent.ts";
import type { CheckedPoll } from "../../interactions/messages/rules/polls.ts";
import { attachFiles, keepAttachments, type StoredFiles, type AttachmentDraft } from "./attachments.ts";
import { fillContents, describePoll } from "./message-contents.ts";

/** Null fields count as absent. */
export interface Draft {
  readonly body?: Nullable<DraftBody> | undefined;
  readonly files?: readonly Upload[] | undefined;
  readonly isLoading?: boolean;
}

type DraftBody = MessageBody & {
  readonly attachments?: readonly AttachmentDraft[];
  readonly poll?: object;
};

type Nullable<Fields> = { readonly [Key in keyof Fields]: Fields[Key] | null };

interface Origin {
  readonly payload: InteractionPayload;
  readonly author: WireUser;
  readonly originalId?: Snowflake | undefined;
  readonly files: StoredFiles;
  readonly now: number;
}

const ordinary = {
  type: 0,
  edited_timestamp: null,
  tts: false,
  pinned: false,
  mention_everyone: false,
  mentions: [] as readonly WireUser[],
  mention_roles: [] as readonly Snowflake[],
};

type StoredMessage = Required<Omit<WireMessage, "interaction" | "interaction_metadata">> & typeof ordinary;

export function writeMessage(
  channelId: Snowflake,
  author: WireUser,
  content: string,
  now: number,
): StoredMessage {
  return {
    ...ordinary,
    id: createSnowflake(now),
    channel_id: channelId,
    author,
    content,
    timestamp: new Date(now).toISOString(),
    attachments: [],
    embeds: [],
    components: [],
    flags: 0,
  };
}

export const chatInputCommand = 20;

const contextMenuCommand = 23;

export function isLoading({ flags = 0 }: WireMessage): boolean {
  return (flags & loadingFlag) !== 0;
}

export function isEphemeral({ flags = 0 }: Pick<WireMessage, "flags">): boolean {
  return (flags & MessageFlag.Ephemeral) !== 0;
}

export function createMessage(origin: Origin, draft: Draft): StoredMessage {
  const { payload, originalId } = origin;
  const { channel_id: channelId = "0", application_id } = payload;
  const message = {
    ...composeMessage({ ...origin, channelId }, draft, settableMessageFlags),
    type: originalId ? ordinary.type : typeOf(payload),
    application_id,
    webhook_id: application_id,
    ...describeTrigger(origin),
  };
  return message;
}

interface MessageOrigin extends Pick<Origin, "author" | "files" | "now"> {
  readonly channelId: Snowflake;
}

/** Messages sent outside interactions cannot be ephemeral. */
const settableInChannels = settableMessageFlags & ~MessageFlag.Ephemeral;

export function composeMessage(
  { channelId, author, files: stored, now }: MessageOrigin,
  { body, files = [], isLoading: loads = false }: Draft,
  settable: number = settableInChannels,
): StoredMessage {
  const flags = ((body?.flags ?? 0) & settable) | (loads ? loadingFlag : 0);
  const target = { channelId, isEphemeral: isEphemeral({ flags }), files: stored, now };
  const attachments = attachFiles(target, files, body?.attachments ?? []);
  return {
    ...writeMessage(channelId, author, body?.content ?? "", now),
    ...fillContents(body?.embeds ?? [], body?.components ?? [], attachments, now),
    attachments,
    flags,
    tts: body?.tts ?? false,
    ...(body?.poll && { poll: describePoll(body.poll as CheckedPoll, now) }),
  };
}

export function checkWords(message: WireMessage): void {
  const { content, embeds = [], components = [], attachments = [] } = message;
  const parts = [content.trim(), ...embeds.map((one) => Object.keys(one as object).length > 1)];
  const isEmpty = !parts.some(Boolean) && components.length === 0 && attachments.length === 0;
  if (isEmpty && !isLoading(message) && !("poll" in message)) throw refusal("EmptyMessage");
}

export function editMessage(
  message: WireMessage,
  { body, files = [] }: Draft,
  { files: storedFiles, now }: Pick<Origin, "files" | "now">,
): WireMessage {
  const { content, embeds, components, attachments: stored, flags = 0, poll } = body ?? {};
  const target = {
    channelId: message.channel_id,
    isEphemeral: isEphemeral(message),
    files: storedFiles,
    now,
  };
  const attachments = keepAttachments(target, message.attachments ?? [], files, stored ?? undefined);
  return {
    ...message,
    ...(content !== undefined && { content: content ?? "" }),
    ...fillContents(
      embeds === undefined ? message.embeds : (embeds ?? []),
      components === undefined ? message.components : (components ?? []),
      attachments,
      now,
    ),
    attachments,
    flags: editFlags(message.flags ?? 0, flags ?? 0),
    ...(poll && isLoading(message) && { poll: describePoll(poll as CheckedPoll, now) }),
    ...(!isLoading(message) && { edited_timestamp: new Date(now).toISOString() }),
  };
}

/** After a message is sent, SUPPRESS_EMBEDS can be changed, and IS_COMPONENTS_V2 can be set but not cleared. */
function editFlags(before: number, requested: number): number {
  const settled = before & ~(loadingFlag | MessageFlag.SuppressEmbeds);
  return settled | (requested & (MessageFlag.SuppressEmbeds | MessageFlag.IsComponentsV2));
}

function typeOf({ type, data }: InteractionPayload): number {
  if (type !== InteractionType.ApplicationCommand) return ordinary.type;
  const command = (data as CommandData | undefined)?.type ?? CommandType.ChatInput;
  return command === CommandType.ChatInput ? chatInputCommand : contextMenuCommand;
}

/**
 * Command responses also have the deprecated `interaction` field (Discord documentation, Message, "Message Interaction Metadata
 * Object").
 */
function describeTrigger({ payload, originalId }: Origin) {
  const { id, type, member, user = member?.user, message, authorizing_integration_owners: owners } = payload;
  const target: Snowflake | undefined = message?.id;
  // The emulator does not record which interaction opened a form.
  if (type === InteractionType.ModalSubmit) return {};
  const { name, options } = (payload.data ?? {}) as Partial<CommandData>;
  return {
    ...(type === InteractionType.ApplicationCommand &&
      name !== undefined &&
      !originalId && {
        interaction: { id, type, name: titleOfCommand({ name, options }), ...(user && { user }) },
      }),
    interaction_metadata: {
      id,
      type,
      ...(user && { user }),
      authorizing_integration_owners: owners ?? {},
      ...(originalId && { original_response_message_id: originalId }),
      ...(target !== undefined && { interacted_message_id: target }),
    },
  };
}

interface UsedCommand {
  readonly name?: string | undefined;
  readonly options?: readonly Pick<CommandOption, "type" | "name">[] | undefined;
}

export function titleOfCommand({ name = "", options: [first] = [] }: UsedCommand): string {
  const isSubcommand = first?.type === OptionType.SubCommand || first?.type === OptionType.SubCommandGroup;
  return isSubcommand ? `${name} ${titleOfCommand(first)}` : name;
}

interface HistoryEntry {
  readonly message: WireMessage;
  readonly onlyFor: Snowflake | undefined;
}

/** Documented as "a few minutes" (Application Commands Interface, "Versioning"). */
const nonceLifetimeMs = 5 * 60 * 1000;

/** The last 2,000 messages across all channels. */
export class History {
  readonly #messages = new Recent<Snowflake, HistoryEntry>();

  keep(message: WireMessage, onlyFor?: Snowflake): void {
    this.#messages.set(message.id, { message, onlyFor: this.#messages.get(message.id)?.onlyFor ?? onlyFor });
  }

  delete(id: Snowflake): void {
    this.#messages.delete(id);
  }

  byId(id: string): WireMessage | undefined {
    return this.#messages.get(id)?.message;
  }

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
