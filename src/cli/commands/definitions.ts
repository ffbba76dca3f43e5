import { define } from "../frame/definition.ts";
import {
  accountOption,
  allowOption,
  confirmOptions,
  exitCodeOption,
  fileOption,
  forceOption,
  fullOption,
  guildsOption,
  lossOption,
  scopeOptions,
  settingsOptions,
  sourceOptions,
} from "../options.ts";

const targetOptions = { ...settingsOptions, ...scopeOptions } as const;
const permissionsOptions = { ...allowOption, ...guildsOption, ...accountOption } as const;

export const validate = define({
  name: "commands validate",
  summary: "Check the definitions offline.",
  details:
    "Shows the file, line, column and rule of each problem, and how to fix it. With --file, ignores the config and treats the commands as global unless --guild is set. The exit code is 3 if there are errors, and 0 if there are only warnings.",
  options: {
    ...targetOptions,
    ...sourceOptions,
    "--format <name>": {
      summary: "Print text, or GitHub annotations for a pull request.",
      choices: ["text", "github"],
    },
  },
  examples: {
    "commands validate": "Check the config's commands file.",
    "commands validate --file commands.json --json": "Check a file and print JSON.",
  },
});

export const plan = define({
  name: "commands plan",
  summary: "Preview the changes to the live commands.",
  details:
    "Does not make changes. On a terminal, a long plan opens in the pager set in PAGER, or in less; PAGER=cat disables paging.",
  options: {
    ...targetOptions,
    ...sourceOptions,
    ...permissionsOptions,
    "--format <name>": {
      summary: "Print text, or Markdown for a pull request comment.",
      choices: ["text", "markdown"],
    },
    ...fullOption,
    ...exitCodeOption,
  },
  examples: {
    "commands plan": "Preview the changes.",
    "commands plan -e production --exit-code": "Check in CI whether production matches the definitions.",
    "commands plan --format markdown": "Format the plan for a pull request comment.",
  },
});

export const apply = define({
  name: "commands apply",
  summary: "Apply the definitions to the live commands.",
  details:
    "Shows the plan and prompts for confirmation. After a failure or Ctrl-C, lists the completed and remaining changes; run the command again to continue.\n\nRenaming a command erases its permissions. In the guilds listed in --permissions-of, or in all of the bot's guilds, slashpass restores them with the signed-in player's token or SLASHPASS_ACCESS_TOKEN. If that player cannot edit permissions, you must confirm the loss at a second prompt or with --allow-permission-loss.\n\nFor a protected environment, pass --environment, then confirm by typing its name or by passing --confirm. Losing permissions there always requires --allow-permission-loss.",
  options: {
    ...targetOptions,
    ...sourceOptions,
    ...permissionsOptions,
    ...lossOption,
    ...fullOption,
    "--watch": "Apply again after each file change, until Ctrl-C. Only for a test guild or the emulator.",
    ...confirmOptions,
  },
  examples: {
    "commands apply --watch": "Apply while you edit.",
    "commands apply": "Review the plan, then apply it.",
    "commands apply -e production --confirm production": "Apply in CI without a prompt.",
  },
});

export const list = define({
  name: "commands list",
  summary: "List the live commands.",
  options: targetOptions,
  examples: {
    "commands list": "List the default environment's commands.",
    "commands list --guild 1400000000000000002": "List a guild's commands.",
  },
});

export const pull = define({
  name: "commands pull",
  summary: "Write the live commands to a definitions file.",
  details:
    "Writes JavaScript, TypeScript or JSON, depending on the extension. Omits defaults and fields that the service adds. Prompts before overwriting a file.",
  options: { ...targetOptions, ...fileOption, ...forceOption },
  examples: {
    "commands pull": "Write to the config's commands file.",
    "commands pull -e production --file production.json": "Write to another file.",
  },
});

export const snapshot = define({
  name: "commands snapshot",
  summary: "Save the live commands to a file so that you can restore them later.",
  details:
    "Includes ids, localizations and permissions. For global commands, saves the permissions in the guilds listed in --permissions-of, or in all of the bot's guilds.",
  arguments: { "<file>": "The file to write, as JSON." },
  options: {
    ...targetOptions,
    ...guildsOption,
    ...forceOption,
  },
  examples: {
    "commands snapshot before.json -e production": "Save production's commands.",
    "commands snapshot a.json --permissions-of 1400000000000000002": "Save a guild's permissions too.",
  },
});

export const restore = define({
  name: "commands restore",
  summary: "Restore the commands from a snapshot.",
  details:
    "Shows the plan and prompts for confirmation. Deletes commands added since the snapshot and recreates deleted commands with new ids. Restores permissions with the signed-in player's token or SLASHPASS_ACCESS_TOKEN. If that player cannot edit permissions, you must confirm the loss at a second prompt or with --allow-permission-loss.",
  arguments: { "<file>": "The snapshot." },
  options: {
    ...targetOptions,
    ...permissionsOptions,
    ...lossOption,
    ...fullOption,
    ...confirmOptions,
  },
  examples: { "commands restore before.json -e production": "Restore a snapshot." },
});

export const rollout = define({
  name: "commands rollout",
  summary: "Apply the definitions to many guilds.",
  details:
    "Processes each guild separately and continues if one fails. A journal records the completed guilds. After Ctrl-C or a failure, run the same command again to continue with the rest. The exit code is 1 if a guild failed. With --plan, lists the guilds that differ from the definitions without changing them; the exit code is 3 if any guild differs.",
  options: {
    ...settingsOptions,
    "--guilds <file>": "A file with guild ids: one per line, with comments after #, or a JSON list.",
    ...sourceOptions,
    "--plan": "List only the guilds that differ from the definitions.",
    "--journal <file>":
      "The file that records progress. Default: one per application, next to the --guilds file.",
    "--allow <change...>": { ...allowOption["--allow <change...>"], choices: ["empty-scope"] },
    ...accountOption,
    ...lossOption,
    ...confirmOptions,
  },
  examples: {
    "commands rollout --guilds guilds.txt": "Start or continue a rollout to the guilds in a file.",
    "commands rollout --guilds guilds.txt --plan": "List the guilds that differ.",
  },
});

const languagesOptions = { ...settingsOptions, ...sourceOptions } as const;

export const extract = define({
  name: "commands languages extract",
  summary: "Write translatable texts to one file per language.",
  details:
    "Updates the files in the config's languages folder. Adds untranslated texts, marks translations as stale if the definition changed, and keeps all existing translations. Copies translations from the definitions. Updates all languages unless you specify some. With --to, writes files for translators instead, including the existing translations.",
  arguments: { "[locale...]": "The languages, such as de or pt-BR. Default: all existing languages." },
  options: {
    ...languagesOptions,
    "--to <folder>": "Write files for translators to this folder.",
    "--format <name>": {
      summary: "The format of files for translators. Default: xliff (XLIFF 1.2).",
      choices: ["xliff", "po", "json"],
    },
    "--source <locale>": "The source language in XLIFF files. Default: en-US.",
    ...forceOption,
  },
  examples: {
    "commands languages extract de fr": "Create files for two languages.",
    "commands languages extract": "Update all languages after the definitions change.",
    "commands languages extract --to translators --format po": "Write files for translators.",
  },
});

export const merge = define({
  name: "commands languages merge",
  summary: "Import translations from translators' files.",
  details:
    "Reads XLIFF 1.2 (.xlf, .xliff), PO and JSON, and writes the translations to the config's languages folder. Translations of an older text are marked as stale and do not replace current ones. Lists and skips translations with unknown keys. If a translation breaks a rule, no file is written.",
  arguments: { "<file...>": "Files from translators." },
  options: languagesOptions,
  examples: { "commands languages merge translators/*.po": "Import all PO files in a folder." },
});

export const check = define({
  name: "commands languages check",
  summary: "Show missing, stale and invalid translations.",
  details:
    "For each language, shows the number of translated texts, the longest name (limit: 32 characters) and the longest other text (limit: 100 characters). Then lists missing, stale, unused, duplicate and invalid translations. The exit code is 3 if there are any.",
  options: languagesOptions,
  examples: {
    "commands languages check": "Check all languages.",
    "commands languages check --json": "Print the result as JSON, with each translation's length.",
  },
});
