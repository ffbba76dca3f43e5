import { installScopes, settableApplicationFlags } from "../../src/wire/application.ts";
import { RoleConnectionMetadataType } from "../../src/wire/role-connection.ts";
import { applicationLimits as limits, roleConnectionLimits as roles } from "../../src/wire/limits.ts";
import { knownScopes } from "../../src/wire/scope.ts";
import { EventWebhooksStatus, webhookEventTypes } from "../../src/wire/webhook-event.ts";
import {
  field,
  filledText,
  flag,
  having,
  integer,
  list,
  map,
  object,
  oneOf,
  orNull,
  permissionBits,
  type Schema,
  text,
  textOf,
  to,
} from "./schema.ts";

const webAddress = { ...text, pattern: "^[hH][tT][tT][pP][sS]?://" };
const link = orNull({ ...webAddress, maxLength: limits.urlLength });

/** Returns every combination of a mask's bits. */
function sumsOf(mask: number): number[] {
  const bits = Array.from({ length: 31 }, (_, index) => 1 << index).filter((bit) => (mask & bit) !== 0);
  return bits.reduce<number[]>((sums, bit) => [...sums, ...sums.map((sum) => sum + bit)], [0]);
}

/** An application's settings. */
export const settings: Readonly<Record<string, Schema>> = {
  "description?": field("The description on its profile; may be empty.", {
    ...text,
    maxLength: limits.descriptionLength,
  }),
  "icon?": field(
    "The path of its icon, relative to the config: a PNG, JPEG or GIF file of up to 10 MiB.",
    orNull(filledText),
  ),
  "cover_image?": field(
    "The path of its cover image for invitations, in the same formats as the icon.",
    orNull(filledText),
  ),
  "tags?": field(
    `Up to ${limits.tags} different tags.`,
    list(textOf(limits.tagLength), { maxItems: limits.tags, uniqueItems: true }),
  ),
  "flags?": field(
    "The privileged intents of a bot in fewer than 100 guilds, as a sum: 8192 GUILD_PRESENCES, 32768 GUILD_MEMBERS, 524288 MESSAGE_CONTENT.",
    oneOf(sumsOf(settableApplicationFlags)),
  ),
  "interactions_endpoint_url?": field(
    "The interactions endpoint URL. It is tested before it is saved.",
    link,
  ),
  "role_connections_verification_url?": field(
    "The URL where players link an account for linked roles.",
    link,
  ),
  "custom_install_url?": field("The URL of a custom installation page.", link),
  "install_params?": field(
    "The scopes and permissions to request when the application is installed.",
    orNull(to("installParams")),
  ),
  "integration_types_config?": field(
    "All of the application's installation contexts. 0: guilds; 1: user accounts. Omitted contexts are removed.",
    object({ "0?": orNull(to("installationContext")), "1?": orNull(to("installationContext")) }),
  ),
  "event_webhooks_url?": field("The webhook events URL. It is tested before it is saved.", link),
  "event_webhooks_status?": field(
    "1: events are disabled; 2: events are enabled.",
    oneOf(Object.values(EventWebhooksStatus)),
  ),
  "event_webhooks_types?": field(
    "The webhook events to send.",
    list(oneOf(webhookEventTypes), { uniqueItems: true }),
  ),
  "explicit_content_filter?": field(
    "The explicit content filter for images in its messages. 0: depends on the channel; 1: always on.",
    oneOf([0, 1]),
  ),
  "max_participants?": field("The maximum number of players in an Activity; -1: no limit.", {
    ...integer,
    minimum: -1,
    maximum: limits.maxParticipants,
  }),
  "role_connections_metadata?": field(
    "All player values that guilds can require for a linked role.",
    list(to("roleConnectionMetadata"), { maxItems: roles.metadata }),
  ),
};

const file = object({
  "$schema?": text,
  environments: field(
    "The applications, by environment name, such as development, staging or production.",
    map(to("environment"), { minProperties: 1 }),
  ),
  "defaultEnvironment?": field(
    "The environment to use if none is specified. Not required if there is only one.",
    filledText,
  ),
  "commands?": field("The path of the commands file or folder, relative to the config.", filledText, {
    default: "./commands.mjs",
  }),
  "permissions?": field(
    "Command permissions, by command name or id; * applies to all commands without rules of their own. The rules replace all of the command's overwrites in a guild. Commands without rules are not changed.",
    map(list(to("permissionRule"))),
  ),
  "languages?": field(
    "The folder with translations, relative to the config: one file per language, such as de.json. Default: translations are read only from the definitions.",
    filledText,
  ),
  "handler?": field(
    "The path of the interactions handler module that slashpass dev serves, relative to the config. Its default export must be the result of createInteractionHandler or an object with a fetch method, as edge runtimes expect.",
    filledText,
    { default: "./handler.mjs" },
  ),
  "application?": field(
    "Settings for all applications, used by slashpass app plan and slashpass app apply.",
    to("application"),
  ),
});

const definitions: Readonly<Record<string, Schema>> = {
  id: { ...text, pattern: "^[1-9][0-9]{14,19}$" },
  permissionRule: field(
    "A permission rule for a command. It applies to a role, a user or a channel.",
    object(
      {
        "role?": field("A role, by id or by name in the guild; @everyone for all members.", filledText),
        "user?": field("A member of the guild, by id or username.", filledText),
        "channel?": field("A channel, by id or by name, with or without #; * for all channels.", filledText),
        allow: field(
          "Whether the role or user can use the command, or the command can be used in the channel.",
          flag,
        ),
        "in?": field(
          "The guild to which the rule applies, or a list of guilds, by id. Default: all guilds.",
          {
            anyOf: [to("id"), list(to("id"))],
          },
        ),
      },
      {
        oneOf: having("role", "user", "channel"),
      },
    ),
  ),
  address: webAddress,
  scope: {
    anyOf: [field("A known Discord scope. Other scopes are also accepted.", oneOf(knownScopes)), filledText],
  },
  environment: field(
    "One of the game's applications.",
    object({
      applicationId: field("The application id, from the developer portal.", to("id")),
      "guildId?": field(
        "Register commands in this guild, where they appear immediately, instead of globally.",
        to("id"),
      ),
      "protected?": field(
        "Protect an environment with real players: changes require --environment, and confirmation by typing its name or with --confirm. Deletions and renames that erase permissions require --allow-permission-loss.",
        flag,
        { default: false },
      ),
      "apiBase?": field(
        "The base URL of the API, for an emulator or your own service. Default: the service's API.",
        to("address"),
      ),
      "webBase?": field("The base URL of the web pages. Default: the service's pages.", to("address")),
      "scopes?": field(
        "The scopes that slashpass login requests.",
        { anyOf: [filledText, list(to("scope"))] },
        { default: ["identify"] },
      ),
      "application?": field(
        "This application's settings. Each one overrides the setting for all applications.",
        to("application"),
      ),
    }),
  ),
  application: field(
    "Settings, with Discord's names. Omitted settings stay unchanged; null removes a setting.",
    object(settings),
  ),
  installParams: object({
    scopes: list(oneOf(installScopes), { uniqueItems: true }),
    permissions: field("The bot's permissions: permission bits as a decimal string.", permissionBits),
  }),
  installationContext: object({
    "oauth2_install_params?": field(
      "The scopes and permissions to request in this context.",
      orNull(to("installParams")),
    ),
  }),
  roleConnectionMetadata: object({
    type: field(
      "How the player's value is compared with the guild's. Integers: 1 (at most), 2 (at least), 3 (equal), 4 (not equal). Dates, for a number of days ago: 5 (at or before), 6 (at or after). Booleans: 7 (equal), 8 (not equal).",
      oneOf(Object.values(RoleConnectionMetadataType)),
    ),
    key: field("The key for the player's value.", { ...text, pattern: `^[a-z0-9_]{1,${roles.keyLength}}$` }),
    name: textOf(roles.nameLength),
    "name_localizations?": field(
      "The text in other languages, by locale.",
      orNull(map(orNull(textOf(roles.nameLength)))),
    ),
    description: textOf(roles.descriptionLength),
    "description_localizations?": field(
      "The text in other languages, by locale.",
      orNull(map(orNull(textOf(roles.descriptionLength)))),
    ),
  }),
};

export const configSchema: Schema = {
  title: "slashpass.config.json",
  description: "The config file for the slashpass command line.",
  ...file,
  $defs: definitions,
};
