import {
  type Transport,
  apiClientFields,
  type ApiClientOptions,
  createTransport,
  shownOptions,
} from "../core/request/transport.ts";
import { fields } from "../core/check/fields.ts";
import { foreignApiOptions } from "../core/check/foreign-options.ts";
import { inspectAs } from "../core/printing.ts";
import { parseSnowflake } from "../core/check/readers.ts";
import type { SnowflakeInput } from "../wire/snowflake.ts";
import { ApplicationEndpoints } from "./application/endpoints.ts";
import { ChannelEndpoints } from "./channel.ts";
import { CurrentUserEndpoints } from "./user-guilds.ts";
import { EntitlementEndpoints } from "./entitlement.ts";
import { GuildEndpoints } from "./guild.ts";
import { LobbyEndpoints } from "./lobby.ts";
import { RoleConnectionMetadataEndpoints } from "./role-connections.ts";
import { ApplicationSkus, SkuEndpoints } from "./sku.ts";
import { ThreadEndpoints } from "./thread.ts";

const readOptions = fields(apiClientFields, "invalid_argument", foreignApiOptions);

/**
 * The endpoints beside commands and interactions, each with the credential that it accepts.
 *
 * @throws ClientError `invalid_id`, `invalid_credential`, `invalid_base_url`, `conflicting_versions`, `invalid_timeout` or `invalid_option`,
 * before anything is sent; `unknown_option` for an option that does not exist, and `invalid_argument` for the others.
 */
export class ApiClient {
  static {
    inspectAs(this.prototype, (client) => client.#shown);
  }
  readonly #shown: object;
  readonly #transport: Transport;

  /** The user whose token the credential gives. */
  readonly currentUser: CurrentUserEndpoints;
  /** The values that guilds can demand of players for a role, as the application defines them. */
  readonly roleConnectionMetadata: RoleConnectionMetadataEndpoints;
  /** What the application sells. */
  readonly skus: ApplicationSkus;
  /** The rights of users and guilds to what the application sells. */
  readonly entitlements: EntitlementEndpoints;
  /** The application's own settings: read, and changed as planned. */
  readonly application: ApplicationEndpoints;

  /** Reads the options; nothing is sent yet. */
  constructor(options: ApiClientOptions) {
    const checked = readOptions(options, "options");
    this.#shown = shownOptions(checked);
    this.#transport = createTransport(checked);
    this.currentUser = new CurrentUserEndpoints(this.#transport, checked.applicationId);
    this.roleConnectionMetadata = new RoleConnectionMetadataEndpoints(this.#transport, checked.applicationId);
    this.skus = new ApplicationSkus(this.#transport, checked.applicationId);
    this.entitlements = new EntitlementEndpoints(this.#transport, checked.applicationId);
    this.application = new ApplicationEndpoints(
      this.#transport,
      checked.applicationId,
      this.roleConnectionMetadata,
    );
  }

  /** One guild that the bot is in. */
  guild(guildId: SnowflakeInput): GuildEndpoints {
    return new GuildEndpoints(this.#transport, parseSnowflake(guildId, "guildId"));
  }

  /** One channel. */
  channel(channelId: SnowflakeInput): ChannelEndpoints {
    return new ChannelEndpoints(this.#transport, parseSnowflake(channelId, "channelId"));
  }

  /** One thread. */
  thread(threadId: SnowflakeInput): ThreadEndpoints {
    return new ThreadEndpoints(this.#transport, parseSnowflake(threadId, "threadId"));
  }

  /** One of the goods that the application sells. */
  sku(skuId: SnowflakeInput): SkuEndpoints {
    return new SkuEndpoints(this.#transport, parseSnowflake(skuId, "skuId"));
  }

  /** One lobby of the application. */
  lobby(lobbyId: SnowflakeInput): LobbyEndpoints {
    return new LobbyEndpoints(this.#transport, parseSnowflake(lobbyId, "lobbyId"));
  }
}
