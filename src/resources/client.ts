import { apiClientFields, type ApiClientOptions, createTransport } from "../api/client-options.ts";
import type { Transport } from "../api/transport.ts";
import { fields } from "../input/fields.ts";
import { parseSnowflake, type SnowflakeInput } from "../snowflake.ts";
import { ChannelEndpoints } from "./channel.ts";

const readOptions = fields(apiClientFields);

/**
 * The endpoints beside commands and interactions, each with the credential that it accepts.
 *
 * @throws ClientError `invalid_id`, `invalid_credential`, `invalid_base_url`, `conflicting_versions`, `invalid_timeout` or `invalid_options`,
 * before anything is sent; `unknown_option` for an option that does not exist, and `invalid_argument` for the others.
 */
export class ApiClient {
  readonly #transport: Transport;

  constructor(options: ApiClientOptions) {
    this.#transport = createTransport(readOptions(options, "options"));
  }

  /** One channel. */
  channel(channelId: SnowflakeInput): ChannelEndpoints {
    return new ChannelEndpoints(this.#transport, parseSnowflake(channelId, "channelId"));
  }
}
