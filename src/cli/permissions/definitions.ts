import { define } from "../frame/define.ts";
import { accountOption } from "../session/definitions.ts";
import { confirmOptions } from "../settings/confirm-write.ts";
import { settingsOptions } from "../settings/parameters.ts";

const placeOptions = {
  ...settingsOptions,
  guild: { flags: "--guild <id>", summary: "The guild. Default: that of the config." },
} as const;

const commandArgument = {
  command: {
    flags: "<command>",
    summary:
      "Name or id of a command, or the application's id: all commands without overwrites of their own.",
  },
} as const;

export const list = define({
  name: "permissions list",
  summary: "List who may use which command in a guild.",
  details: "Only commands with overwrites, the application's own among them.",
  arguments: {},
  options: placeOptions,
  examples: [
    { line: "permissions list", meaning: "In the config's guild." },
    { line: "permissions list --guild 1400000000000000002", meaning: "In another." },
  ],
});

export const get = define({
  name: "permissions get",
  summary: "Show who may use one command in a guild.",
  arguments: commandArgument,
  options: placeOptions,
  examples: [{ line: "permissions get ping", meaning: "Show the overwrites of /ping." }],
});

export const edit = define({
  name: "permissions edit",
  summary: "Change who may use one command in a guild.",
  details:
    "Whom: role:<id>, user:<id>, channel:<id>, everyone or all-channels. What is not named stays as it is. Discord takes this from a player alone, who manages the guild and its roles, and has granted applications.commands.permissions.update: the one who signed in with 'slashpass login', or whose token stands in SLASHPASS_ACCESS_TOKEN, as 'slashpass token --exec' sets it.",
  arguments: commandArgument,
  options: {
    ...placeOptions,
    allow: { flags: "--allow <whom...>", summary: "They may use it." },
    deny: { flags: "--deny <whom...>", summary: "They may not." },
    remove: { flags: "--remove <whom...>", summary: "Nothing is said of them any more." },
    ...accountOption,
    ...confirmOptions,
  },
  examples: [
    {
      line: "permissions edit ping --allow role:1400000000000000003",
      meaning: "A role may use it.",
    },
    { line: "permissions edit ping --deny everyone --yes", meaning: "Nobody else may." },
  ],
});

export const explain = define({
  name: "permissions explain",
  summary: "Say who can use a command in a guild, and which rule decides.",
  details:
    "For everyone, each role by itself, and each user of whom an overwrite speaks; or for one member. The names, roles and channels are what the bot sees: its token is needed, and it has to be in the guild. Without --channel, the overwrites of single channels are left aside.",
  arguments: { command: { flags: "<command>", summary: "Name or id of a command." } },
  options: {
    ...placeOptions,
    user: { flags: "--user <id>", summary: "Only this member, with all their roles." },
    channel: { flags: "--channel <id>", summary: "In this channel, with its own permissions." },
  },
  examples: [
    { line: "permissions explain ping", meaning: "Who can use /ping in the config's guild." },
    { line: "permissions explain ping --user 1400000000000000004", meaning: "Why a member can, or cannot." },
  ],
});
