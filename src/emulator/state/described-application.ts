import type { EmulatorApplication } from "./application.ts";
import { describeSettings } from "./application-settings.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { describeBot, describePlayer, type Player } from "./players.ts";
import { ApplicationFlag } from "../../wire/application.ts";
import { privilegedIntents } from "../../wire/gateway.ts";

interface DescribedApplication {
  readonly id: Snowflake;
  readonly flags: number;
  readonly flags_new: string;
  readonly [field: string]: unknown;
}

export function describeApplication(application: EmulatorApplication): DescribedApplication {
  const { id, name, settings, publicKey, publicClient, activities, integrationTypes } = application;
  const flags =
    Number(settings["flags"] ?? 0) |
    (publicClient ? ApplicationFlag.PublicClient : 0) |
    (activities ? ApplicationFlag.Embedded : 0);
  return {
    id,
    name,
    icon: null,
    description: "",
    type: null,
    bot: describeBot(application),
    bot_public: true,
    bot_require_code_grant: false,
    integration_types_config: Object.fromEntries(integrationTypes.map((type) => [type, {}])),
    verify_key: publicKey,
    ...describeSettings(settings, "everyone"),
    flags,
    flags_new: String(flags),
  };
}

export function mayUseIntent(application: EmulatorApplication, intent: number): boolean {
  const given = privilegedIntents.get(intent);
  return given === undefined || (describeApplication(application).flags & given) !== 0;
}

export function describeOwnApplication(
  application: EmulatorApplication,
  owner: Player,
): DescribedApplication {
  const { redirectUris, interactionsEndpoint, guilds = [] } = application;
  return {
    ...describeApplication(application),
    redirect_uris: redirectUris,
    interactions_endpoint_url: interactionsEndpoint ?? null,
    role_connections_verification_url: null,
    owner: describePlayer(owner),
    approximate_guild_count: guilds.length,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    team: null,
    eligible_oauth2_scopes: [],
    ...describeSettings(application.settings, "owner"),
  };
}
