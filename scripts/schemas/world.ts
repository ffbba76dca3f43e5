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

/** The config settings that the emulator's file lacks. */
const withoutWorld = ["icon?", "cover_image?", "flags?", "interactions_endpoint_url?", "event_webhooks_url?"];
const developerSettings = Object.fromEntries(
  Object.keys(settings)
    .filter((name) => !withoutWorld.includes(name))
    .map((name) => [name, {}]),
);

const file = object({
  "$schema?": text,
  "version?": field("The version of this format. Default: 1.", oneOf([1])),
  "applications?": field(
    "The applications. The first one is the default. Default: one public application.",
    list(to("application")),
  ),
  "players?": field(
    "Players with an account, as names or objects. Default: Ada and Grace.",
    list({ anyOf: [to("name"), to("player")] }),
  ),
  "guilds?": field("The guilds. Default: one guild, owned by the first player.", list(to("guild"))),
});

const definitions: Readonly<Record<string, Schema>> = {
  id: field("A Discord id, in quotes. Default: random.", {
    ...text,
    pattern: "^(?=.*[1-9])[0-9]{1,20}$",
  }),
  name: textOf(100),
  names: list(to("name")),
  secret: field(
    "16 to 200 printable ASCII characters without spaces. Omit it from shared files: the emulator derives the same value on every run.",
    { ...text, pattern: "^[!-~]{16,200}$" },
  ),
  permissions: field("Permission bits as a decimal string.", permissionBits),
  address: textOf(limits.urlLength),
  locale: field("A language that the service supports.", oneOf(locales)),
  player: object({
    "id?": to("id"),
    name: field("The display name.", to("name")),
    "username?": field("The username. Default: derived from the name.", {
      ...text,
      pattern: "^[a-z0-9_.]{2,32}$",
    }),
    "locale?": field("The locale of their client.", to("locale"), { default: "en-US" }),
    "adult?": field("Whether they are 18 or older.", flag, { default: true }),
    "friends?": field("Names of their friends. Friendships are mutual.", to("names")),
  }),
  application: object({
    "id?": to("id"),
    "name?": { ...to("name"), default: "Example Game" },
    "clientSecret?": to("secret"),
    "botToken?": to("secret"),
    "privateKey?": field(
      "The Ed25519 private key that signs its interactions, in hexadecimal. Omit it from shared files.",
      { ...text, pattern: "^[0-9a-fA-F]{64}$" },
    ),
    "publicClient?": field(
      'The portal\'s "Public Client" switch: codes may be exchanged without the secret.',
      flag,
      { default: true },
    ),
    "parentApplication?": field("The id of the publisher's parent application.", to("id")),
    "redirectUris?": field(
      "The registered redirects. Default: the application's loopback redirect and custom scheme.",
      list(to("address")),
    ),
    "guilds?": field("The ids of guilds that have installed it. Default: all guilds.", list(to("id"))),
    "integrationTypes?": field(
      "Its installation contexts. 0: guild; 1: user.",
      list(oneOf(Object.values(InstallationContext))),
      {
        default: [0, 1],
      },
    ),
    "players?": field("The names of players who have installed it to their account.", to("names")),
    "permissions?": field("Its bot's permissions in guilds. Default: all.", to("permissions")),
    "privilegedIntents?": field(
      "The portal's switches for the intents GUILD_PRESENCES, GUILD_MEMBERS and MESSAGE_CONTENT.",
      flag,
      { default: false },
    ),
    "settings?": field(
      "Existing settings, in the format of 'application' in the config, without images, flags and tested URLs.",
      object(developerSettings),
    ),
    "activities?": field("Whether Activities are enabled. Default: true if activity is set.", flag),
    "activity?": to("activity"),
    "discoverable?": field("Whether it is listed in the public App Directory.", flag, {
      default: false,
    }),
    "commands?": field("Existing global commands, in the format of commands.json.", list({ type: "object" })),
    "entitlements?": field("Players' and guilds' entitlements to its SKUs.", list(to("entitlement"))),
    "skus?": field("Its SKUs.", list(to("sku"))),
    "quest?": to("quest"),
    "lobbies?": field("Its lobbies.", list(to("lobby"))),
  }),
  activity: field(
    "The Activity, with the portal's URL mappings.",
    object({
      mappings: field(
        "List longer prefixes before shorter ones that match the same path.",
        list(
          object({
            prefix: field("The path prefix on the Activity's origin, such as /, /api or /rooms/{room}.", {
              ...text,
              pattern: "^/",
              maxLength: limits.urlLength,
            }),
            target: field(
              "The target on this machine, without a protocol, such as 127.0.0.1:5173.",
              to("address"),
            ),
          }),
          { maxItems: 100 },
        ),
      ),
      "csp?": field("Whether to apply the real service's content security policy.", flag, { default: true }),
    }),
  ),
  momentOrNull: field(
    "A date and time in ISO 8601.",
    orNull({
      ...text,
      pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$",
    }),
  ),
  entitlement: object(
    {
      "id?": to("id"),
      "player?": field("The name of the player who owns it, or who bought it for the guild.", to("name")),
      "guild?": field("The id of the guild that owns it on behalf of all members.", to("id")),
      sku: field("The SKU's id.", to("id")),
      "startsAt?": field(
        "Null for a test entitlement. Default: the emulator's start time.",
        to("momentOrNull"),
      ),
      "endsAt?": field("The end, which may be in the future. Default: no end.", to("momentOrNull")),
      "consumed?": field("Whether it was consumed.", flag, { default: false }),
      "deleted?": field("Whether it was deleted.", flag, { default: false }),
    },
    {
      anyOf: having("player", "guild"),
    },
  ),
  sku: object({
    "id?": to("id"),
    name: to("name"),
    "type?": field("2: durable; 3: consumable; 5: monthly subscription.", oneOf(Object.values(SkuType)), {
      default: 3,
    }),
    "price?": field(
      "The price. Default: none; the SKU is then hidden from Activities.",
      object({
        amount: field("The amount, in the currency's smallest unit.", {
          ...integer,
          minimum: 0,
          maximum: 2147483647,
        }),
        currency: field("Three lowercase letters, such as usd.", { ...text, pattern: "^[a-z]{3}$" }),
      }),
    ),
    "forGuilds?": field("Whether it is bought for a guild and thus for all of the guild's members.", flag, {
      default: false,
    }),
  }),
  quest: field(
    "Its Quest.",
    object({
      "id?": to("id"),
      url: field("The URL of its button.", to("address")),
      "enrolled?": field("The names of enrolled players.", to("names")),
    }),
  ),
  lobby: object({ "id?": to("id"), "members?": field("The names of its members.", to("names")) }),
  guild: object({
    "id?": to("id"),
    name: to("name"),
    "locale?": field("Its locale.", to("locale"), { default: "en-US" }),
    "banner?": field("The banner's hash.", to("name")),
    "owner?": field("The name of its owner, who has all permissions.", to("name")),
    "permissions?": field("The permissions of @everyone. Default: Discord's defaults.", to("permissions")),
    "roles?": field("The roles other than @everyone, lowest first.", list(to("role"), { maxItems: 250 })),
    "channels?": field(
      "The channels. Default: one text channel named general.",
      list(to("channel"), { maxItems: 500 }),
    ),
    "members?": field("The members. Default: all players.", list(to("member"))),
  }),
  role: object({
    "id?": to("id"),
    name: to("name"),
    "permissions?": field("Additional permissions. Default: none.", to("permissions")),
    "mentionable?": flag,
  }),
  channel: object({
    "id?": to("id"),
    name: to("name"),
    "type?": field(
      "0: text; 2: voice; 4: category; 5: announcement; 10 to 12: thread; 13: stage; 15: forum; 16: media.",
      oneOf(Object.values(ChannelType)),
      { default: 0 },
    ),
    "nsfw?": field("Whether it is age-restricted.", flag, { default: false }),
    "parent?": field("The name of the parent channel. Required for threads.", to("name")),
    "members?": field("For a thread: the names of its members.", to("names")),
    "connectedBots?": field(
      "For a voice channel: the ids of applications whose bots are connected to it.",
      list(to("id")),
    ),
    "messages?": field("Its messages, oldest first.", list(to("message"), { maxItems: 2000 })),
  }),
  message: object({
    "id?": to("id"),
    author: field("The player's name.", to("name")),
    content: textOf(messageLimits.paidContent),
  }),
  member: object({
    player: field("The player's name.", to("name")),
    "nick?": field("The player's nickname in the guild.", to("name")),
    "roles?": field("The names of the member's roles in the guild.", list(to("name"), { maxItems: 250 })),
  }),
};

export const worldSchema: Schema = {
  title: "world.json",
  description: "An emulator's initial content, for slashpass emulator --world.",
  ...file,
  $defs: definitions,
};
