import { define } from "../frame/definition.ts";
import {
  accountOption,
  allowOption,
  checkOption,
  confirmOptions,
  exitCodeOption,
  fileOption,
  forceOption,
  fullOption,
  guildsOption,
  lossOption,
  scopeOptions,
  settingsOptions,
} from "../options.ts";

const targetOptions = { ...settingsOptions, ...scopeOptions } as const;

export const validate = define({
  name: "commands validate",
  summary: "Check the definitions, without the service.",
  details:
    "Shows the file, line and column of each finding, its rule, and how to correct it. With --file, no config is read, and the commands count as global unless --guild is given. The exit code is 3 if there are errors; warnings alone do not change it.",
  options: {
    ...targetOptions,
    ...fileOption,
    ...checkOption,
    "--format <name>": {
      summary: "As text, or as GitHub annotations on the lines of a pull request.",
      choices: ["text", "github"],
    },
  },
  examples: {
    "commands validate": "Check the config's file.",
    "commands validate --file commands.json --json": "Check a file, with output for a program.",
  },
});

export const plan = define({
  name: "commands plan",
  summary: "Show the changes that applying the definitions would make.",
  details:
    "Only reads; changes nothing. On a terminal, a long plan is shown in the pager of PAGER, or in less; PAGER=cat prints it.",
  options: {
    ...targetOptions,
    ...fileOption,
    ...checkOption,
    ...allowOption,
    ...guildsOption,
    ...accountOption,
    "--format <name>": {
      summary: "As text, or as a comment on a pull request.",
      choices: ["text", "markdown"],
    },
    ...fullOption,
    ...exitCodeOption,
  },
  examples: {
    "commands plan": "Show what would change.",
    "commands plan -e production --exit-code": "Check in CI whether production matches the definitions.",
    "commands plan --format markdown": "Write a comment for a pull request.",
  },
});

export const apply = define({
  name: "commands apply",
  summary: "Make the live commands the same as the definitions.",
  details:
    "Shows the plan, and asks before it writes. If it fails or is interrupted, it lists the completed and remaining changes; run it again to continue. A new name erases the permissions of a command: they are written back by the player who is signed in or whose token is in SLASHPASS_ACCESS_TOKEN, in the guilds of --permissions-of or all of the bot. Without such a player who may edit them, it asks again, or needs --allow-permission-loss. For a protected environment, --environment must name it, its name is typed or given with --confirm, and there is no question about permissions.",
  options: {
    ...targetOptions,
    ...fileOption,
    ...checkOption,
    ...allowOption,
    ...guildsOption,
    ...accountOption,
    ...lossOption,
    ...fullOption,
    "--watch": "Apply again whenever a file changes, until Ctrl-C. Only for a test guild or the emulator.",
    ...confirmOptions,
  },
  examples: {
    "commands apply --watch": "Apply while you edit.",
    "commands apply": "Review the plan, then apply it.",
    "commands apply -e production --confirm production": "Apply in CI, without a prompt.",
  },
});

export const list = define({
  name: "commands list",
  summary: "List the live commands.",
  options: targetOptions,
  examples: {
    "commands list": "List the commands of the default environment.",
    "commands list --guild 1400000000000000002": "List those of a guild.",
  },
});

export const pull = define({
  name: "commands pull",
  summary: "Write the live commands into a file of definitions.",
  details:
    "Writes JavaScript, TypeScript or JSON, depending on the file's extension, without defaults and without fields that the service adds. Asks before it overwrites a file.",
  options: { ...targetOptions, ...fileOption, ...forceOption },
  examples: {
    "commands pull": "Write the config's file.",
    "commands pull -e production --file production.json": "Write to another file.",
  },
});

export const snapshot = define({
  name: "commands snapshot",
  summary: "Save the live commands to a file, to restore them later.",
  details:
    "Keeps ids, localizations and permissions: those of the guild, or for global commands those of the bot's guilds, unless --permissions-of names others.",
  arguments: { "<file>": "The file to write, as JSON." },
  options: {
    ...targetOptions,
    ...guildsOption,
    ...forceOption,
  },
  examples: {
    "commands snapshot before.json -e production": "Save the commands of production.",
    "commands snapshot a.json --permissions-of 1400000000000000002": "Save a guild's permissions too.",
  },
});

export const restore = define({
  name: "commands restore",
  summary: "Restore the commands of a snapshot.",
  details:
    "Shows the plan, and asks before it writes. Commands added since the snapshot are deleted, and deleted ones are created again with a new id. Permissions are restored by the player who is signed in or whose token is in SLASHPASS_ACCESS_TOKEN. Without such a player who may edit them, it asks again before it loses some, or needs --allow-permission-loss.",
  arguments: { "<file>": "The snapshot." },
  options: {
    ...targetOptions,
    ...allowOption,
    ...guildsOption,
    ...accountOption,
    ...lossOption,
    ...fullOption,
    ...confirmOptions,
  },
  examples: { "commands restore before.json -e production": "Restore a snapshot." },
});

export const rollout = define({
  name: "commands rollout",
  summary: "Make the commands of many guilds the same as the definitions.",
  details:
    "Does each guild separately: if one fails, the others continue. A journal records the progress: after Ctrl-C or a failure, run the same command again, and it skips those guilds. The exit code is 1 if a guild failed. With --plan nothing is written: it lists the guilds that differ from the definitions, and the exit code is 3 if there are some.",
  options: {
    ...settingsOptions,
    "--guilds <file>": "A file with guild ids: one per line, with comments after #, or a JSON list.",
    ...fileOption,
    ...checkOption,
    "--plan": "Only list the guilds that differ from the definitions.",
    "--journal <file>":
      "The file that records progress. Default: one per application, next to the file of --guilds.",
    "--allow <change...>": { ...allowOption["--allow <change...>"], choices: ["empty-scope"] },
    ...accountOption,
    ...lossOption,
    ...confirmOptions,
  },
  examples: {
    "commands rollout --guilds guilds.txt": "Roll out to the guilds in a file, or continue such a rollout.",
    "commands rollout --guilds guilds.txt --plan": "List the guilds that differ.",
  },
});
