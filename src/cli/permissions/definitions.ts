import { define } from "../frame/definition.ts";
import { accountOption, confirmOptions, exitCodeOption, settingsOptions } from "../options.ts";

const guildOptions = {
  ...settingsOptions,
  "--guild <id>": "The guild. Default: the config's guild.",
} as const;

const commandArgument = {
  "<command>": "Name or id of a command, or the application's id: all commands without their own overwrites.",
} as const;

export const list = define({
  name: "permissions list",
  summary: "List the permissions of commands in a guild.",
  details: "Shows only commands with overwrites, and the overwrites for the whole application.",
  options: guildOptions,
  examples: {
    "permissions list": "In the config's guild.",
    "permissions list --guild 1400000000000000002": "In another guild.",
  },
});

export const get = define({
  name: "permissions get",
  summary: "Show the permissions of one command in a guild.",
  arguments: commandArgument,
  options: guildOptions,
  examples: { "permissions get ping": "Show the overwrites of /ping." },
});

export const edit = define({
  name: "permissions edit",
  summary: "Change the permissions of one command in a guild.",
  details:
    "The values are role:<id>, user:<id>, channel:<id>, everyone or all-channels. Other overwrites stay unchanged. Discord allows this only to a player who manages the guild and its roles, and has granted applications.commands.permissions.update: the player who signed in with 'slashpass login', or whose token is in SLASHPASS_ACCESS_TOKEN, as 'slashpass token --exec' sets it.",
  arguments: commandArgument,
  options: {
    ...guildOptions,
    "--allow <target...>": "Allow them to use it.",
    "--deny <target...>": "Forbid them to use it.",
    "--remove <target...>": "Remove their overwrites.",
    ...accountOption,
    ...confirmOptions,
  },
  examples: {
    "permissions edit ping --allow role:1400000000000000003": "Allow a role to use it.",
    "permissions edit ping --deny everyone --yes": "Forbid everyone else to use it.",
  },
});

const guildsOption = {
  "--guild <id...>": "Only in these guilds. Default: the config's guild, or all guilds of the bot.",
} as const;

export const plan = define({
  name: "permissions plan",
  summary: "Show how guilds differ from the permissions in the config.",
  details:
    "Only reads; changes nothing. Shows the overwrites that change in each guild, and who gains or loses a command by that. Roles, users and channels are found by id or name with the bot's token. A name that a guild does not have, or has twice, fails with the near ones.",
  options: {
    ...settingsOptions,
    ...guildsOption,
    ...exitCodeOption,
  },
  examples: {
    "permissions plan": "Show the changes, and the affected players.",
    "permissions plan -e production --exit-code": "Check in CI whether guilds match the config.",
  },
});

export const apply = define({
  name: "permissions apply",
  summary: "Make the permissions of guilds the same as in the config.",
  details:
    "Shows the plan, and asks before it writes. If a guild cannot be planned, nothing is written. Does each guild separately: if one fails, the others continue; run it again to continue. Discord allows this only to a player who manages the guild and its roles, and has granted applications.commands.permissions.update: the player who signed in with 'slashpass login', or whose token is in SLASHPASS_ACCESS_TOKEN.",
  options: {
    ...settingsOptions,
    ...guildsOption,
    "--journal <file>":
      "A file that records the completed guilds, which are skipped if the rules and global commands are the same.",
    ...accountOption,
    ...confirmOptions,
  },
  examples: {
    "permissions apply": "Review the plan, then apply it.",
    "permissions apply --guild 1400000000000000002 --yes": "Apply it in one guild, without a prompt.",
    "permissions apply --journal guilds.journal":
      "Apply it in many guilds, or continue after an interruption.",
  },
});

export const explain = define({
  name: "permissions explain",
  summary: "Show who can use a command in a guild, and which rule decides.",
  details:
    "Shows it for everyone, for each role, and for each user with an overwrite; or for one member. Names, roles and channels are read with the bot's token, and the bot must be in the guild. Without --channel, overwrites of single channels are ignored.",
  arguments: { "<command>": "Name or id of a command." },
  options: {
    ...guildOptions,
    "--user <id>": "Only this member, with all their roles.",
    "--channel <id>": "In this channel, with its own permissions.",
  },
  examples: {
    "permissions explain ping": "Who can use /ping in the config's guild.",
    "permissions explain ping --user 1400000000000000004": "Show why a member can or cannot use it.",
  },
});
