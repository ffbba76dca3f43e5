import { define } from "../frame/define.ts";
import { confirmOptions } from "../settings/confirm-write.ts";
import { settingsOptions } from "../settings/parameters.ts";
import { allowOption, fileOption, scopeOptions } from "./parameters.ts";

const forceOption = { force: { flags: "--force", summary: "Overwrite a file that is there." } } as const;
const targetOptions = { ...settingsOptions, ...scopeOptions } as const;

export const validate = define({
  name: "commands validate",
  summary: "Check the definitions, without the service.",
  details:
    "Says for each finding in which file, line and column it is, what the rule is, and how to correct it. With --file no config is read, and the commands are taken as global unless --guild is given. Ends with 3 where there are errors; warnings alone are no errors.",
  arguments: {},
  options: { ...targetOptions, ...fileOption },
  examples: [
    { line: "commands validate", meaning: "Check the config's file." },
    { line: "commands validate --file commands.json --json", meaning: "Check a file, for a program." },
  ],
});

export const plan = define({
  name: "commands plan",
  summary: "Show what applying the definitions would change.",
  details: "Reads, and writes nothing.",
  arguments: {},
  options: {
    ...targetOptions,
    ...fileOption,
    ...allowOption,
    format: {
      flags: "--format <name>",
      summary: "As text, or as a comment on a pull request.",
      choices: ["text", "markdown"],
    },
    exitCode: { flags: "--exit-code", summary: "End with 3 where something would change." },
  },
  examples: [
    { line: "commands plan", meaning: "Show what would change." },
    {
      line: "commands plan -e production --exit-code",
      meaning: "Tell in a build whether production has drifted.",
    },
    { line: "commands plan --format markdown", meaning: "Write a comment for a pull request." },
  ],
});

export const apply = define({
  name: "commands apply",
  summary: "Make the live commands what the definitions say.",
  details:
    "Shows the plan and asks. When it fails or is interrupted, it says what was done and what is left; applying again goes on from there.",
  arguments: {},
  options: {
    ...targetOptions,
    ...fileOption,
    ...allowOption,
    watch: {
      flags: "--watch",
      summary: "Apply again whenever a file changes, until Ctrl-C: to a guild for tests, or the emulator.",
    },
    ...confirmOptions,
  },
  examples: [
    { line: "commands apply --watch", meaning: "Apply while you write." },
    { line: "commands apply", meaning: "Look at the plan, then apply it." },
    { line: "commands apply -e production --yes", meaning: "Apply in a build, without a question." },
  ],
});

export const list = define({
  name: "commands list",
  summary: "List the live commands.",
  arguments: {},
  options: targetOptions,
  examples: [
    { line: "commands list", meaning: "List those of the default environment." },
    { line: "commands list --guild 1400000000000000002", meaning: "List those of a guild." },
  ],
});

export const pull = define({
  name: "commands pull",
  summary: "Write the live commands into a file of definitions.",
  details:
    "As JavaScript, TypeScript or JSON, by the file's ending; without what the service adds, and without defaults. Asks before it overwrites a file.",
  arguments: {},
  options: { ...targetOptions, ...fileOption, ...forceOption },
  examples: [
    { line: "commands pull", meaning: "Write the config's file." },
    { line: "commands pull -e production --file production.json", meaning: "Write another." },
  ],
});

export const snapshot = define({
  name: "commands snapshot",
  summary: "Keep the live commands in a file, to restore them.",
  details:
    "With ids, localizations and permissions: of the guild, or of those that are named where the commands are global.",
  arguments: { file: { flags: "<file>", summary: "Where to write it, as JSON." } },
  options: {
    ...targetOptions,
    permissionsOf: {
      flags: "--permissions-of <guild...>",
      summary: "Guilds whose permissions of global commands are kept too.",
    },
    ...forceOption,
  },
  examples: [
    { line: "commands snapshot before.json -e production", meaning: "Keep production as it is." },
    {
      line: "commands snapshot a.json --permissions-of 1400000000000000002",
      meaning: "Keep a guild's permissions too.",
    },
  ],
});

export const restore = define({
  name: "commands restore",
  summary: "Bring back what a snapshot has.",
  details:
    "Shows the plan and asks. Commands that came since are deleted, deleted ones are created under a new id. Permissions come back where SLASHPASS_ACCESS_TOKEN has the token of a player who may edit them.",
  arguments: { file: { flags: "<file>", summary: "The snapshot." } },
  options: { ...targetOptions, ...allowOption, ...confirmOptions },
  examples: [{ line: "commands restore before.json -e production", meaning: "Go back to what was kept." }],
});

export const rollout = define({
  name: "commands rollout",
  summary: "Make the commands of many guilds what the definitions say.",
  details:
    "Each guild by itself: one that fails stops no other. A journal notes what is done, so that the same line goes on after Ctrl-C or a failure, and skips what is done. Ends with 1 where a guild failed.",
  arguments: {},
  options: {
    ...settingsOptions,
    guilds: {
      flags: "--guilds <file>",
      summary: "Ids of guilds: one a line, with # before remarks, or a JSON list.",
    },
    ...fileOption,
    journal: {
      flags: "--journal <file>",
      summary: "Where progress is noted. Default: beside the guilds, one for each application.",
    },
    allow: { ...allowOption.allow, choices: ["empty-scope"] },
    ...confirmOptions,
  },
  examples: [
    {
      line: "commands rollout --guilds guilds.txt",
      meaning: "Roll out to the guilds in a file, or go on with it.",
    },
  ],
});
