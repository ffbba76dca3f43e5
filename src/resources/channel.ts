import { apiPath } from "../core/request/addresses.ts";
import { type Transport, type CallOptions } from "../core/request/transport.ts";
import { parseMessage } from "../core/request/response.ts";
import { object, textOf } from "../core/check/readers.ts";
import { inspectAs } from "../core/printing.ts";
import { loadOnce } from "../core/lazy.ts";
import { type MessageOptions, readMessageOptions, toPlain } from "../interactions/messages/message-file.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { ChannelMessageBody, WireMessage } from "../wire/message.ts";
import { voiceStatusLength, messageLimits } from "../wire/limits.ts";
import { Resource } from "./resource.ts";
import { JsonErrorCode } from "../wire/error.ts";

/** Loaded on first use, so that programs that send no messages do not load this module. */
const loadRules = loadOnce(() => import("./prepare-message.ts"));

const readMessage = object<ChannelMessageBody>();

/** The messages that the bot sends to a channel. @stable */
export class ChannelMessages {
  static {
    inspectAs(this.prototype, (self) => ({ path: self.#resource.path }));
  }
  readonly #resource: Resource;

  /** @internal */
  constructor(transport: Transport, channelId: Snowflake) {
    this.#resource = new Resource(transport, apiPath`/channels/${channelId}/messages`);
  }

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
    const { transport, path } = this.#resource;
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
export class ChannelEndpoints {
  static {
    inspectAs(this.prototype, (self) => ({ path: self.#resource.path, messages: self.messages }));
  }
  readonly #resource: Resource;
  readonly messages: ChannelMessages;

  /** @internal */
  constructor(transport: Transport, channelId: Snowflake) {
    this.#resource = new Resource(transport, apiPath`/channels/${channelId}`);
    this.messages = new ChannelMessages(transport, channelId);
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
    await this.#resource.below`/voice-status`.call({ operation, method: "PUT", body, hints }, options);
  }
}
