import { define } from "../frame/definition.ts";
import { accountOption, confirmOptions, exitCodeOption, settingsOptions } from "../options.ts";

const guildOptions = {
  ...settingsOptions,
  "--guild <id>": "The guild. Default: the config's guild.",
} as const;

const commandArgument = {
  "<command>":
    "A command's name or id, or the application's id for all commands without their own overwrites.",
} as const;

export const list = define({
  name: "permissions list",
  summary: "List the command permissions in a guild.",
  details: "Shows only commands with overwrites, and the overwrites for the whole application.",
  options: guildOptions,
  examples: {
    "permissions list": "List the permissions in the config's guild.",
    "permissions list --guild 1400000000000000002": "List the permissions in another guild.",
  },
});

export const get = define({
  name: "permissions get",
  summary: "Show a command's permissions in a guild.",
  arguments: commandArgument,
  options: guildOptions,
  examples: { "permissions get ping": "Show the overwrites for /ping." },
});

export const edit = define({
  name: "permissions edit",
  summary: "Change a command's permissions in a guild.",
  details:
    "The values are role:<id>, user:<id>, channel:<id>, everyone or all-channels. Other overwrites stay unchanged. Uses the token of the player signed in with 'slashpass login', or SLASHPASS_ACCESS_TOKEN, as set by 'slashpass token --exec'. The player must be able to manage the guild and its roles, and must have granted applications.commands.permissions.update.",
  arguments: commandArgument,
  options: {
    ...guildOptions,
    "--allow <target...>": "Allow these targets to use the command.",
    "--deny <target...>": "Prevent these targets from using the command.",
    "--remove <target...>": "Remove these targets' overwrites.",
    ...accountOption,
    ...confirmOptions,
  },
  examples: {
    "permissions edit ping --allow role:1400000000000000003": "Allow a role to use /ping.",
    "permissions edit ping --deny everyone --yes": "Prevent everyone else from using /ping.",
  },
});

const guildsOption = {
  "--guild <id...>": "Use only these guilds. Default: the config's guild, or all of the bot's guilds.",
} as const;

export const plan = define({
  name: "permissions plan",
  summary: "Show how guilds differ from the permissions in the config.",
  details:
    "Does not make changes. Shows which overwrites change in each guild, and which roles and users gain or lose a command. Uses the bot token to find roles, users and channels by id or name. If a name is missing or ambiguous in a guild, fails and lists the closest matches.",
  options: {
    ...settingsOptions,
    ...guildsOption,
    ...exitCodeOption,
  },
  examples: {
    "permissions plan": "Show the changes and the affected players.",
    "permissions plan -e production --exit-code": "Check in CI whether guilds match the config.",
  },
});

export const apply = define({
  name: "permissions apply",
  summary: "Apply the config's permissions to guilds.",
  details:
    "Shows the plan and prompts for confirmation. If planning fails for any guild, no guild is changed. Processes each guild separately and continues if one fails. Run it again to resume. Uses the token of the player signed in with 'slashpass login', or SLASHPASS_ACCESS_TOKEN. The player must be able to manage the guild and its roles, and must have granted applications.commands.permissions.update.",
  options: {
    ...settingsOptions,
    ...guildsOption,
    "--journal <file>":
      "A file that records completed guilds. Recorded guilds are skipped unless the rules or global commands have changed.",
    ...accountOption,
    ...confirmOptions,
  },
  examples: {
    "permissions apply": "Review the plan, then apply it.",
    "permissions apply --guild 1400000000000000002 --yes": "Apply it in one guild without a prompt.",
    "permissions apply --journal guilds.journal":
      "Apply it in many guilds, or continue after an interruption.",
  },
});

export const explain = define({
  name: "permissions explain",
  summary: "Show who can use a command in a guild and which rule applies.",
  details:
    "Shows the result for everyone, for each role and for each user with an overwrite or, with --user, for one member. Reads names, roles and channels with the bot token; the bot must be in the guild. Without --channel, overwrites for individual channels are ignored.",
  arguments: { "<command>": "A command's name or id." },
  options: {
    ...guildOptions,
    "--user <id>": "Show the result for this member, with all their roles.",
    "--channel <id>": "Show the result in this channel, including its overwrites.",
  },
  examples: {
    "permissions explain ping": "Show who can use /ping in the config's guild.",
    "permissions explain ping --user 1400000000000000004": "Show why a member can or cannot use /ping.",
  },
});
