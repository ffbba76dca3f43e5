import { defaultWebBase, parseBaseUrl } from "../core/request/addresses.ts";
import { fields } from "../core/check/fields.ts";
import { optional, asItIs, parseSnowflake } from "../core/check/readers.ts";
import type { SnowflakeInput, Snowflake } from "../wire/snowflake.ts";
import { formatPermissions } from "./use/permission-bits.ts";

/** Options for {@link installLink}. @stable */
export interface InstallLinkOptions {
  /** The application's id. Error: `invalid_id`. */
  readonly applicationId: SnowflakeInput;
  /** Permission bits for the bot user, for example `0n`. If omitted, no bot user is added. */
  readonly botPermissions?: bigint | undefined;
  readonly guildId?: SnowflakeInput | undefined;
  /** The base URL of Discord's website. Default `https://discord.com`. */
  readonly webBase?: string | undefined;
}

/**
 * Returns a link that installs the application in a guild, without a redirect or token exchange (Discord documentation,
 * Application Commands, "Authorizing Your Application"). Its `bot` scope includes `applications.commands`.
 *
 * @stable
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
