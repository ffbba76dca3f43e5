import { apiPath } from "../core/request/addresses.ts";
import {
  apiClientFields,
  type ApiClientOptions,
  createTransport,
  printableOptions,
} from "../core/request/transport.ts";
import { fields, foreignApiOptions } from "../core/check/fields.ts";
import { inspectAs } from "../core/printing.ts";
import { parseSnowflake } from "../core/check/readers.ts";
import type { SnowflakeInput } from "../wire/snowflake.ts";
import { ApplicationEndpoints } from "./application/endpoints.ts";
import { ChannelEndpoints, ThreadEndpoints } from "./channel.ts";
import { CurrentUserEndpoints } from "./user-guilds.ts";
import { GuildEndpoints } from "./guild.ts";
import { LobbyEndpoints } from "./lobby.ts";
import { RoleConnectionMetadataEndpoints } from "./role-connections.ts";
import { ApplicationSkus, EntitlementEndpoints, SkuEndpoints } from "./monetization.ts";
import { Resource } from "./resource.ts";

const readOptions = fields(apiClientFields, "invalid_argument", foreignApiOptions);

/**
 * A client for API endpoints other than commands and interactions.
 *
 * @stable
 * @throws ClientError `invalid_id`, `invalid_credential`, `invalid_base_url`, `conflicting_versions`, `invalid_timeout` or
 *   `invalid_option`, before anything is sent; `unknown_option` for an unknown option; `invalid_argument` for any other invalid
 *   argument.
 */
export class ApiClient {
  static {
    inspectAs(this.prototype, (client) => client.#printable);
  }
  readonly #printable: object;
  readonly #root: Resource;

  readonly currentUser: CurrentUserEndpoints;
  readonly roleConnectionMetadata: RoleConnectionMetadataEndpoints;
  readonly skus: ApplicationSkus;
  /** The entitlements of users and guilds to the application's products. */
  readonly entitlements: EntitlementEndpoints;
  readonly application: ApplicationEndpoints;

  /** Validates the options. Sends no requests. */
  constructor(options: ApiClientOptions) {
    const checked = readOptions(options, "options");
    this.#printable = printableOptions(checked);
    const { applicationId } = checked;
    this.#root = new Resource(createTransport(checked), apiPath``);
    const application = this.#root.below`/applications/${applicationId}`;
    this.currentUser = new CurrentUserEndpoints(this.#root.below`/users/@me`, applicationId);
    this.roleConnectionMetadata = new RoleConnectionMetadataEndpoints(
      application.below`/role-connections/metadata`,
    );
    this.skus = new ApplicationSkus(application.below`/skus`);
    this.entitlements = new EntitlementEndpoints(application.below`/entitlements`);
    const own = this.#root.below`/applications/@me`;
    this.application = new ApplicationEndpoints(own, applicationId, this.roleConnectionMetadata);
  }

  /** A guild that the bot is in. */
  guild(guildId: SnowflakeInput): GuildEndpoints {
    return new GuildEndpoints(this.#root.below`/guilds/${parseSnowflake(guildId, "guildId")}`);
  }

  /** A channel. */
  channel(channelId: SnowflakeInput): ChannelEndpoints {
    return new ChannelEndpoints(this.#root.below`/channels/${parseSnowflake(channelId, "channelId")}`);
  }

  /** A thread. */
  thread(threadId: SnowflakeInput): ThreadEndpoints {
    return new ThreadEndpoints(this.#root.below`/channels/${parseSnowflake(threadId, "threadId")}`);
  }

  /** A product that the application sells. */
  sku(skuId: SnowflakeInput): SkuEndpoints {
    return new SkuEndpoints(this.#root.below`/skus/${parseSnowflake(skuId, "skuId")}`);
  }

  /** A lobby created by the application. */
  lobby(lobbyId: SnowflakeInput): LobbyEndpoints {
    return new LobbyEndpoints(this.#root.below`/lobbies/${parseSnowflake(lobbyId, "lobbyId")}`);
  }
}
