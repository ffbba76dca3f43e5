import { defaultWebBase, parseBaseUrl } from "../core/request/addresses.ts";
import { fields } from "../core/check/fields.ts";
import { optional, asItIs, parseSnowflake } from "../core/check/readers.ts";
import type { SnowflakeInput, Snowflake } from "../wire/snowflake.ts";
import { formatPermissions } from "./use/permission-bits.ts";

/** Which application is to be added, and how. */
export interface InstallLinkOptions {
  /** Id of the application that is added. Error: `invalid_id`. */
  readonly applicationId: SnowflakeInput;
  /** Permission bits for the application's bot user, for example `0n`. Left out: no bot user is added. */
  readonly botPermissions?: bigint | undefined;
  /** The guild that is chosen already. */
  readonly guildId?: SnowflakeInput | undefined;
  /** The service's web pages. Default `https://discord.com`. */
  readonly webBase?: string | undefined;
}

/**
 * The link on which a member adds the application to a guild, where its commands can be registered from then on: nothing comes
 * back, and no token is exchanged (Discord documentation, Application Commands, "Authorizing Your Application"). The scope
 * `bot` includes `applications.commands`.
 *
 * @throws ClientError `invalid_id`, `invalid_argument`, `invalid_base_url` or `unknown_option`.
 */
export function installLink(options: InstallLinkOptions): string {
  const { applicationId, botPermissions, guildId, webBase } = readLinkOptions(options, "options");
  const url = new URL(`${parseBaseUrl(webBase ?? defaultWebBase, "webBase")}/oauth2/authorize`);
  url.searchParams.set("client_id", applicationId);
  url.searchParams.set("scope", botPermissions === undefined ? "applications.commands" : "bot");
  if (botPermissions !== undefined) url.searchParams.set("permissions", formatPermissions(botPermissions));
  if (guildId !== undefined) url.searchParams.set("guild_id", guildId);
  return url.href;
}

interface CheckedLink extends Omit<InstallLinkOptions, "applicationId" | "guildId"> {
  readonly applicationId: Snowflake;
  readonly guildId?: Snowflake | undefined;
}

const readLinkOptions = fields<CheckedLink>({
  applicationId: parseSnowflake,
  botPermissions: optional(asItIs<bigint>()),
  guildId: optional(parseSnowflake),
  webBase: optional(asItIs<string>()),
});
