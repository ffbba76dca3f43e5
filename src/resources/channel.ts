import { type ApiPath, apiPath, below } from "../core/request/api-path.ts";
import { type CallOptions, readCallOptions } from "../core/request/call-options.ts";
import { ChannelMessages } from "./channel-messages.ts";
import type { Transport } from "../core/request/transport.ts";
import { charactersOf } from "../core/check/readers.ts";
import { inspectAs } from "../core/inspect-as.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { JsonErrorCode } from "../wire/json-error-code.ts";
import { voiceStatusLength } from "../wire/limits.ts";

const readStatus = charactersOf(voiceStatusLength);

/** What can be done in a channel. */
export class ChannelEndpoints {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path, messages: shown.messages }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;
  /** What is said in it. */
  readonly messages: ChannelMessages;

  /** @internal Made by `ApiClient`. */
  constructor(transport: Transport, channelId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/channels/${channelId}`;
    this.messages = new ChannelMessages(transport, channelId);
  }

  /**
   * Says what a voice channel is about (Application Commands Interface, "Other endpoints"). Needs the bot's token, and the
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
