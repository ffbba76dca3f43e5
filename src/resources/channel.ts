import { type CallOptions, callFields } from "../core/request/transport.ts";
import { parseMessage, parserOf } from "../core/request/response.ts";
import { object, textOf, flag, optional, isSnowflake, parseSnowflake } from "../core/check/readers.ts";
import { inspectAs } from "../core/printing.ts";
import { loadOnce } from "../core/lazy.ts";
import { type MessageOptions, readMessageOptions, toPlain } from "../interactions/messages/message-file.ts";
import type { SnowflakeInput } from "../wire/snowflake.ts";
import type { ChannelMessageBody, WireMessage } from "../wire/message.ts";
import { voiceStatusLength, messageLimits, pageSizes } from "../wire/limits.ts";
import { Endpoints, PagedList, type Resource } from "./resource.ts";
import { JsonErrorCode } from "../wire/error.ts";
import { fields } from "../core/check/fields.ts";
import type { ThreadMember } from "../wire/guild.ts";

/** Loaded on first use, so that programs that send no messages do not load this module. */
const loadRules = loadOnce(() => import("./prepare-message.ts"));

const readMessage = object<ChannelMessageBody>();

/** The messages that the bot sends to a channel. @stable */
export class ChannelMessages extends Endpoints {
  /**
   * Sends a message as the bot (Discord documentation, Message, "Create Message").
   *
   * If the response is lost, the message is sent again only if it has a `nonce` and `enforce_nonce` is set. The service then
   * returns the existing message (Discord documentation, `enforce_nonce`). Messages with file streams are not retried.
   *
   * @throws ApiError `invalid_message`, before the message is sent; ClientError `file_too_large`, `file_size_wrong` or
   *   `file_unreadable`, possibly during the upload.
   */
  async create(message: ChannelMessageBody, options: MessageOptions = {}): Promise<WireMessage> {
    const operation = "Sending a message";
    const limit = messageLimits.fileBytes;
    const { files, signal } = readMessageOptions(options, "options", limit);
    const plain = toPlain(readMessage(message, "message"), operation);
    const { transport, path } = this.resource;
    const { prepareChannelMessage } = await loadRules();
    const { body, ...uploading } = prepareChannelMessage(plain, files, operation, limit);
    const call = { operation, method: "POST", path, access: "bot", body, signal } as const;
    return transport.read({ ...call, ...uploading, isOnce: !isEnforced(body) }, parseMessage);
  }
}

function isEnforced({ nonce, enforce_nonce: isOn }: ChannelMessageBody): boolean {
  return isOn === true && nonce !== undefined && nonce !== null && nonce !== "";
}

const readStatus = textOf({ least: 0, most: voiceStatusLength });

/** A channel's endpoints. @stable */
export class ChannelEndpoints extends Endpoints {
  static {
    inspectAs(this.prototype, ({ resource, messages }) => ({ path: resource.path, messages }));
  }
  readonly messages: ChannelMessages;

  /** @internal */
  constructor(resource: Resource) {
    super(resource);
    this.messages = new ChannelMessages(resource.below`/messages`);
  }

  /**
   * Sets a voice channel's status (Discord documentation, Channel, "Set Voice Channel Status"). Requires a bot token and the
   * SET_VOICE_CHANNEL_STATUS permission, plus MANAGE_CHANNELS if the bot is not connected to the channel.
   *
   * @param status - up to 500 characters. Null or an empty string removes the status.
   * @throws ClientError `invalid_argument` or `missing_credential` before anything is sent; ApiError `missing_permissions` if the
   *   bot lacks permissions.
   */
  async setVoiceStatus(status: string | null, options: CallOptions = {}): Promise<void> {
    const body = { status: status === null ? null : readStatus(status, "status") };
    const hints = {
      [JsonErrorCode.MissingPermissions]:
        "The bot needs the SET_VOICE_CHANNEL_STATUS permission in the channel and, unless it is connected there, MANAGE_CHANNELS.",
    };
    const operation = "Setting a voice channel's status";
    await this.resource.below`/voice-status`.call({ operation, method: "PUT", body, hints }, options);
  }
}

/** A thread's endpoints. @stable */
export class ThreadEndpoints {
  readonly members: ThreadMembers;

  /** @internal */
  constructor(thread: Resource) {
    this.members = new ThreadMembers(thread.below`/thread-members`);
  }
}

/** Options for reading thread members. @stable */
export interface ThreadMemberOptions extends CallOptions {
  /** Whether to include each user's guild member object. Default false. */
  readonly withMember?: boolean | undefined;
}

/** Options for one page of thread members. @stable */
export interface ThreadMemberPageOptions extends ThreadMemberOptions {
  /** Returns only users with higher ids than this one. */
  readonly after?: SnowflakeInput | undefined;
  /** The page size, from 1 to 100. Default 100. */
  readonly limit?: number | undefined;
}

const memberFilters = { ...callFields, withMember: optional(flag) };
const readMemberOptions = fields<ThreadMemberOptions>(memberFilters);

const memberList = {
  operation: "Listing a thread's members",
  filters: memberFilters,
  isItem: isThreadMember,
  items: "thread members",
  idOf: ({ user_id }: ThreadMember) => user_id,
  size: pageSizes.threadMembers,
  isForwardOnly: true,
} as const;

/**
 * A thread's members. Requires a bot token; listing members also requires the GUILD_MEMBERS intent (Discord documentation,
 * Channel, "List Thread Members").
 *
 * @stable
 */
export class ThreadMembers extends Endpoints {
  readonly #list: PagedList<ThreadMember, ThreadMemberOptions> = new PagedList(this.resource, memberList);

  /**
   * Returns one page, sorted by user id in ascending order. API version 10 ignores `after` and `limit` unless `withMember` is
   * true; version 11 always returns pages.
   */
  async list(options: ThreadMemberPageOptions = {}): Promise<ThreadMember[]> {
    return this.#list.page(options);
  }

  /**
   * Iterates over all members, fetching pages as needed: `for await (const member of members.all())`.
   *
   * @throws ClientError `invalid_argument` or `unknown_option`, immediately.
   */
  all(options: ThreadMemberOptions = {}): AsyncIterableIterator<ThreadMember> {
    return this.#list.all(options);
  }

  /**
   * Returns a thread member by user id.
   *
   * @throws ApiError with status 404 if the user is not a member of the thread.
   */
  async get(userId: SnowflakeInput, options: ThreadMemberOptions = {}): Promise<ThreadMember> {
    const { signal, ...parameters } = readMemberOptions(options, "options");
    const member = this.resource.below`/${parseSnowflake(userId, "userId")}`.query(parameters);
    const parse = parserOf(isThreadMember, "a thread member");
    return member.get("Getting a thread member", { signal }, parse);
  }
}

function isThreadMember(value: unknown): value is ThreadMember {
  const { id, user_id } = (value ?? {}) as Partial<Record<keyof ThreadMember, unknown>>;
  return typeof id === "string" && isSnowflake(user_id);
}
