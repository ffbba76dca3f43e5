import { installScopes, settableApplicationFlags } from "../../src/wire/application.ts";
import { applicationLimits as limits, roleConnectionLimits as roles } from "../../src/wire/limits.ts";
import { RoleConnectionMetadataType } from "../../src/wire/role-connection.ts";
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
  "description?": field("The text on its profile; empty for none.", {
    ...text,
    maxLength: limits.descriptionLength,
  }),
  "icon?": field(
    "The file with its picture, from the folder of the config: a PNG, JPEG or GIF of up to 10 MiB.",
    orNull(filledText),
  ),
  "cover_image?": field(
    "The file with the picture of its invitations: of the same form.",
    orNull(filledText),
  ),
  "tags?": field(
    `Up to ${limits.tags} different words.`,
    list(textOf(limits.tagLength), { maxItems: limits.tags, uniqueItems: true }),
  ),
  "flags?": field(
    "The intents of a bot in fewer than 100 guilds, added up: 8192 GUILD_PRESENCES, 32768 GUILD_MEMBERS, 524288 MESSAGE_CONTENT.",
    oneOf(sumsOf(settableApplicationFlags)),
  ),
  "interactions_endpoint_url?": field("The URL that interactions go to. It is tried first.", link),
  "role_connections_verification_url?": field(
    "The page on which players link an account for a role of a guild.",
    link,
  ),
  "custom_install_url?": field("The page that adds the application, where it is one of your own.", link),
  "install_params?": field("What is asked for when the application is added.", orNull(to("installParams"))),
  "integration_types_config?": field(
    "Every installation context that the application has: 0, into guilds; 1, to a user's account. One that is left out is removed.",
    object({ "0?": orNull(to("installationContext")), "1?": orNull(to("installationContext")) }),
  ),
  "event_webhooks_url?": field("The URL that webhook events go to. It is tried first.", link),
  "event_webhooks_status?": field(
    "1: no events are sent; 2: events are sent.",
    oneOf(Object.values(EventWebhooksStatus)),
  ),
  "event_webhooks_types?": field(
    "The webhook events that are sent.",
    list(oneOf(webhookEventTypes), { uniqueItems: true }),
  ),
  "explicit_content_filter?": field(
    "Whether pictures of its messages are looked at: 0 as each channel says, 1 always.",
    oneOf([0, 1]),
  ),
  "max_participants?": field("Players of one Activity; -1: no limit.", {
    ...integer,
    minimum: -1,
    maximum: limits.mostParticipants,
  }),
  "role_connections_metadata?": field(
    "Every value that guilds can demand of players for a role.",
    list(to("roleConnectionMetadata"), { maxItems: roles.metadata }),
  ),
};

const file = object({
  "$schema?": text,
  environments: field(
    "The applications, by a name of your own: development, staging, production.",
    map(to("environment"), { minProperties: 1 }),
  ),
  "defaultEnvironment?": field(
    "The environment that is meant where none is named. Not needed where there is only one.",
    filledText,
  ),
  "commands?": field("The file with the commands, from the folder of the config.", filledText, {
    default: "./commands.mjs",
  }),
  "permissions?": field(
    "Who may use which command: by the name or the id of a command, or * for all commands without their own rules. The rules of a command are all that it has in a guild; commands without rules stay as they are.",
    map(list(to("permissionRule"))),
  ),
  "languages?": field(
    "The folder with the languages of the commands, from the folder of the config: a file for each, de.json. Default: the translations stand in the definitions alone.",
    filledText,
  ),
  "handler?": field(
    "The module that answers interactions, from the folder of the config; slashpass dev serves it. Its default export is a handler of createInteractionHandler, or an object with fetch, as edge runtimes want it.",
    filledText,
    { default: "./handler.mjs" },
  ),
  "application?": field(
    "The settings of every application, which slashpass app plans and applies.",
    to("application"),
  ),
});

const definitions: Readonly<Record<string, Schema>> = {
  id: { ...text, pattern: "^[1-9][0-9]{14,19}$" },
  permissionRule: field(
    "One line about who may use a command. It names a role, a user or a channel.",
    object(
      {
        "role?": field("A role, by its id or its name in the guild; @everyone for all members.", filledText),
        "user?": field("A member of the guild, by id or username.", filledText),
        "channel?": field(
          "A channel, by its id or its name, with or without #; * for all channels.",
          filledText,
        ),
        allow: field("Whether they may use the command, or it may be used there.", flag),
        "in?": field("The guild, or the guilds, for which the rule is meant: ids. Default: every guild.", {
          anyOf: [to("id"), list(to("id"))],
        }),
      },
      {
        oneOf: having("role", "user", "channel"),
      },
    ),
  ),
  address: webAddress,
  scope: {
    anyOf: [
      field("A scope that Discord is known to have. Others are taken as well.", oneOf(knownScopes)),
      filledText,
    ],
  },
  environment: field(
    "One application of the game.",
    object({
      applicationId: field("The id of the application, from the developer portal.", to("id")),
      "guildId?": field(
        "Commands are written to this guild, where they appear at once, in place of everywhere.",
        to("id"),
      ),
      "protected?": field(
        "Real players use it: --environment must name it, and its name is typed before anything is written, or given with --confirm. Permissions of commands are erased, by deletions and renames, only with --allow-permission-loss.",
        flag,
        { default: false },
      ),
      "apiBase?": field(
        "The service's API, for one of your own or an emulator. Default: the service.",
        to("address"),
      ),
      "webBase?": field("Base of the web pages. Default: the service's.", to("address")),
      "scopes?": field(
        "What slashpass login asks the player for.",
        { anyOf: [filledText, list(to("scope"))] },
        { default: ["identify"] },
      ),
      "application?": field(
        "Settings of this application, each in place of the one that all have.",
        to("application"),
      ),
    }),
  ),
  application: field(
    "Settings as Discord spells them. One that is left out stays as it is; null removes it.",
    object(settings),
  ),
  installParams: object({
    scopes: list(oneOf(installScopes), { uniqueItems: true }),
    permissions: field("The permissions of the bot: permission bits as a decimal string.", permissionBits),
  }),
  installationContext: object({
    "oauth2_install_params?": field("What is asked for in this context.", orNull(to("installParams"))),
  }),
  roleConnectionMetadata: object({
    type: field(
      "1 to 4: integer at most, at least, equal, not equal; 5 and 6: moment at most, at least so many days ago; 7 and 8: boolean equal, not equal.",
      oneOf(Object.values(RoleConnectionMetadataType)),
    ),
    key: field("The key of the player's value.", { ...text, pattern: `^[a-z0-9_]{1,${roles.keyLength}}$` }),
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
  description: "The applications that the slashpass program works on.",
  ...file,
  $defs: definitions,
};
