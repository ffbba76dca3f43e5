import { type ApiPath, apiPath, below } from "../core/request/addresses.ts";
import { type Transport, type CallOptions, readCallOptions } from "../core/request/transport.ts";
import { parseMessage } from "../core/request/response.ts";
import { object, textOf } from "../core/check/readers.ts";
import { inspectAs } from "../core/printing.ts";
import { loadOnce } from "../core/lazy.ts";
import {
  type MessageOptions,
  readMessageOptions,
  toPlain,
} from "../interactions/messages/message-options.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { ChannelMessageBody, WireMessage } from "../wire/message.ts";
import { voiceStatusLength, messageLimits } from "../wire/limits.ts";
import { JsonErrorCode } from "../wire/error.ts";

/** The rules of messages: a game whose bot says nothing does not read them. */
const loadRules = loadOnce(() => import("./prepare-message.ts"));

const readMessage = object<ChannelMessageBody>();

/** The messages of a channel, which a bot creates. */
export class ChannelMessages {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;

  /** @internal Made by `ChannelEndpoints`. */
  constructor(transport: Transport, channelId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/channels/${channelId}/messages`;
  }

  /**
   * Says something in the channel, as the bot (Discord documentation, Message, "Create Message").
   *
   * A message whose answer got lost may have been said: it is sent again only with `enforce_nonce` and a `nonce`, with which
   * the service gives back the message that it has (the same, `enforce_nonce`). A stream among its files
   * can be read once, so that it is not sent again either.
   *
   * @throws ApiError `invalid_message` for what the service would refuse, before it is sent; ClientError `file_too_large`,
   * `file_size_wrong` or `file_unreadable`, also while a file goes out.
   */
  async create(message: ChannelMessageBody, options: MessageOptions = {}): Promise<WireMessage> {
    const operation = "Sending a message";
    const limit = messageLimits.fileBytes;
    const { files, signal } = readMessageOptions(options, "options", limit);
    const plain = toPlain(readMessage(message, "message"), operation);
    const { prepareChannelMessage } = await loadRules();
    const { body, ...uploading } = prepareChannelMessage(plain, files, operation, limit);
    const call = { operation, method: "POST", path: this.#path, access: "bot", body, signal } as const;
    return this.#transport.read({ ...call, ...uploading, isOnce: !isEnforced(body) }, parseMessage);
  }
}

function isEnforced({ nonce, enforce_nonce: isOn }: ChannelMessageBody): boolean {
  return isOn === true && nonce !== undefined && nonce !== null && nonce !== "";
}

const readStatus = textOf({ least: 0, most: voiceStatusLength });

/** The calls for a channel. */
export class ChannelEndpoints {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path, messages: shown.messages }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;
  /** Reads and sends its messages. */
  readonly messages: ChannelMessages;

  /** @internal Made by `ApiClient`. */
  constructor(transport: Transport, channelId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/channels/${channelId}`;
    this.messages = new ChannelMessages(transport, channelId);
  }

  /**
   * Says what a voice channel is about (Discord documentation, Channel, "Set Voice Channel Status"). Needs the bot's token, and the
   * permission SET_VOICE_CHANNEL_STATUS; also MANAGE_CHANNELS while the bot is not connected to the channel.
   *
   * @param status - up to 500 characters; null, or an empty text, for none.
   * @throws ClientError `invalid_argument` or `missing_credential` before anything is sent; ApiError `missing_permissions`.
   */
  async setVoiceStatus(status: string | null, options: CallOptions = {}): Promise<void> {
    const { signal } = readCallOptions(options, "options");
    const body = { status: status === null ? null : readStatus(status, "status") };
    await this.#transport.call({
      operation: "Setting the status of a voice channel",
      method: "PUT",
      path: below(this.#path)`/voice-status`,
      body,
      access: "bot",
      hints: {
        [JsonErrorCode.MissingPermissions]:
          "The bot needs the permission SET_VOICE_CHANNEL_STATUS in the channel, and MANAGE_CHANNELS too while it is not connected to it.",
      },
      signal,
    });
  }
}
