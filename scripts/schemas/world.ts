import { InstallationContext } from "../../src/wire/command.ts";
import { ChannelType } from "../../src/wire/command-option.ts";
import { applicationLimits as limits, messageLimits } from "../../src/wire/limits.ts";
import { locales } from "../../src/wire/locale.ts";
import { SkuType } from "../../src/wire/monetization.ts";
import { settings } from "./config.ts";
import {
  field,
  flag,
  having,
  integer,
  list,
  object,
  oneOf,
  orNull,
  permissionBits,
  type Schema,
  text,
  textOf,
  to,
} from "./schema.ts";

/** The config settings that the emulator's file does not have. */
const withoutWorld = ["icon?", "cover_image?", "flags?", "interactions_endpoint_url?", "event_webhooks_url?"];
const developerSettings = Object.fromEntries(
  Object.keys(settings)
    .filter((name) => !withoutWorld.includes(name))
    .map((name) => [name, {}]),
);

const file = object({
  "$schema?": text,
  "applications?": field(
    "The applications. The first one is meant where none is named. Default: one public application.",
    list(to("application")),
  ),
  "players?": field(
    "The players who have an account: names, or more of them. Default: Ada and Grace.",
    list({ anyOf: [to("name"), to("player")] }),
  ),
  "guilds?": field("The guilds. Default: one guild of the first player.", list(to("guild"))),
});

const definitions: Readonly<Record<string, Schema>> = {
  id: field("An id of the service, in quotes. Default: made at random.", {
    ...text,
    pattern: "^(?=.*[1-9])[0-9]{1,20}$",
  }),
  name: textOf(100),
  names: list(to("name")),
  secret: field(
    "16 to 200 printable ASCII characters without spaces. Leave it out of a file that others see: the program computes one that is the same at every start.",
    { ...text, pattern: "^[!-~]{16,200}$" },
  ),
  permissions: field("Permission bits as a decimal string.", permissionBits),
  address: textOf(limits.urlLength),
  locale: field("A language of the service.", oneOf(locales)),
  player: object({
    "id?": to("id"),
    name: field("The display name.", to("name")),
    "username?": field("The name of the account. Default: made from the name.", {
      ...text,
      pattern: "^[a-z0-9_.]{2,32}$",
    }),
    "locale?": field("The language of their client.", to("locale"), { default: "en-US" }),
    "adult?": field("Whether they are 18 or older.", flag, { default: true }),
    "friends?": field("Names of their friends, who are friends of theirs then too.", to("names")),
  }),
  application: object({
    "id?": to("id"),
    "name?": { ...to("name"), default: "Example Game" },
    "clientSecret?": to("secret"),
    "botToken?": to("secret"),
    "privateKey?": field(
      "The Ed25519 key that its interactions are signed with, in hexadecimal digits. Leave it out of a file that others see.",
      { ...text, pattern: "^[0-9a-fA-F]{64}$" },
    ),
    "publicClient?": field(
      'The portal\'s "Public Client" switch: codes may be exchanged without the secret.',
      flag,
      { default: true },
    ),
    "parentApplication?": field("Id of the publisher's application, of which this one is a child.", to("id")),
    "redirectUris?": field(
      "Registered redirects. Default: the loopback redirect and the custom scheme of the application.",
      list(to("address")),
    ),
    "guilds?": field("Ids of the guilds that added it. Default: every guild.", list(to("id"))),
    "integrationTypes?": field(
      "Its installation contexts: 0 guild, 1 user.",
      list(oneOf(Object.values(InstallationContext))),
      {
        default: [0, 1],
      },
    ),
    "players?": field("Names of the players who added it to their account.", to("names")),
    "permissions?": field("The permissions of its bot in guilds. Default: all.", to("permissions")),
    "privilegedIntents?": field(
      "The portal's switches for the intents GUILD_PRESENCES, GUILD_MEMBERS and MESSAGE_CONTENT.",
      flag,
      { default: false },
    ),
    "settings?": field(
      "The settings that its developer has made already, as the config has them in application, without pictures, flags, and URLs that the service tries.",
      object(developerSettings),
    ),
    "activities?": field("Whether Activities are enabled. Default: true where there is an activity.", flag),
    "activity?": to("activity"),
    "discoverable?": field("Whether it can be found by everybody in the directory.", flag, {
      default: false,
    }),
    "commands?": field(
      "Global commands that are registered already: see commands.json.",
      list({ type: "object" }),
    ),
    "entitlements?": field(
      "The entitlements to what it sells, of players and guilds.",
      list(to("entitlement")),
    ),
    "skus?": field("The things that it sells.", list(to("sku"))),
    "quest?": to("quest"),
    "lobbies?": field("Its lobbies.", list(to("lobby"))),
  }),
  activity: field(
    "Where its Activity is: the portal's URL mappings.",
    object({
      mappings: field(
        "Of two that fit a path, the longer stands first.",
        list(
          object({
            prefix: field("Where it begins on the Activity's own origin, such as /, /api or /rooms/{room}.", {
              ...text,
              pattern: "^/",
              maxLength: limits.urlLength,
            }),
            target: field(
              "Where it leads on this machine, without a protocol, such as 127.0.0.1:5173.",
              to("address"),
            ),
          }),
          { maxItems: 100 },
        ),
      ),
      "csp?": field("Whether the real service's content security policy holds.", flag, { default: true }),
    }),
  ),
  momentOrNull: field(
    "ISO 8601.",
    orNull({
      ...text,
      pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$",
    }),
  ),
  entitlement: object(
    {
      "id?": to("id"),
      "player?": field("Name of the player who has it, or who bought it for the guild.", to("name")),
      "guild?": field("Id of the guild whose members have it.", to("id")),
      sku: field("Id of the bought thing.", to("id")),
      "startsAt?": field("Null for a test entitlement. Default: the emulator's start.", to("momentOrNull")),
      "endsAt?": field("It may be in the future. Default: it does not end.", to("momentOrNull")),
      "consumed?": field("Whether it was used up.", flag, { default: false }),
      "deleted?": field("Whether it was taken away.", flag, { default: false }),
    },
    {
      anyOf: having("player", "guild"),
    },
  ),
  sku: object({
    "id?": to("id"),
    name: to("name"),
    "type?": field("2 to keep, 3 to be used up, 5 paid for each month.", oneOf(Object.values(SkuType)), {
      default: 3,
    }),
    "price?": field(
      "Default: none; an Activity is not shown it.",
      object({
        amount: field("In the smallest unit of the currency.", {
          ...integer,
          minimum: 0,
          maximum: 2147483647,
        }),
        currency: field("Three small letters, such as usd.", { ...text, pattern: "^[a-z]{3}$" }),
      }),
    ),
    "forGuilds?": field("Whether it is bought for a guild, whose members all have it.", flag, {
      default: false,
    }),
  }),
  quest: field(
    "Its Quest.",
    object({
      "id?": to("id"),
      url: field("Where its button leads.", to("address")),
      "enrolled?": field("Names of the players who have accepted it.", to("names")),
    }),
  ),
  lobby: object({ "id?": to("id"), "members?": field("Names of the players who are in it.", to("names")) }),
  guild: object({
    "id?": to("id"),
    name: to("name"),
    "locale?": field("Its language.", to("locale"), { default: "en-US" }),
    "banner?": field("Hash of the banner.", to("name")),
    "owner?": field("Name of the player whose guild it is, who may do everything.", to("name")),
    "permissions?": field("The permissions of everybody. Default: the usual ones.", to("permissions")),
    "roles?": field("Beside @everyone, the lowest first.", list(to("role"), { maxItems: 250 })),
    "channels?": field(
      "Default: one for texts that is called general.",
      list(to("channel"), { maxItems: 500 }),
    ),
    "members?": field("Who is in it. Default: every player.", list(to("member"))),
  }),
  role: object({
    "id?": to("id"),
    name: to("name"),
    "permissions?": field("Default: none beside everybody's.", to("permissions")),
    "mentionable?": flag,
  }),
  channel: object({
    "id?": to("id"),
    name: to("name"),
    "type?": field(
      "0 text, 2 voice, 4 category, 5 announcements, 10 to 12 threads, 13 stage, 15 forum, 16 media.",
      oneOf(Object.values(ChannelType)),
      { default: 0 },
    ),
    "nsfw?": field("Whether it is age-restricted.", flag, { default: false }),
    "parent?": field("For a thread, which has to have it: the name of its channel.", to("name")),
    "members?": field("For a thread: names of the players who follow it.", to("names")),
    "connectedBots?": field(
      "For a voice channel: ids of the applications whose bots are connected to it.",
      list(to("id")),
    ),
    "messages?": field("Its messages, the oldest first.", list(to("message"), { maxItems: 2000 })),
  }),
  message: object({
    "id?": to("id"),
    author: field("Name of the player.", to("name")),
    content: textOf(messageLimits.paidContent),
  }),
  member: object({
    player: field("Name of the player.", to("name")),
    "nick?": field("The player's name here.", to("name")),
    "roles?": field("Names of roles of the guild.", list(to("name"), { maxItems: 250 })),
  }),
};

export const worldSchema: Schema = {
  title: "world.json",
  description: "The content of an emulator at its start: slashpass emulator --world.",
  ...file,
  $defs: definitions,
};
