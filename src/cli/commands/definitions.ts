import { define } from "../frame/define.ts";
import { confirmOptions } from "../settings/confirm-write.ts";
import { settingsOptions } from "../settings/parameters.ts";
import { allowOption, fileOption, scopeOptions } from "./parameters.ts";

const targetOptions = { ...settingsOptions, ...scopeOptions } as const;

export const validate = define({
  name: "commands validate",
  summary: "Check the definitions, without the service.",
  details:
    "Says for each finding in which file, line and column it is, what the rule is, and how to mend it. With --file no config is read, and the commands are taken as global unless --guild is given. Ends with 3 where there are errors; warnings alone are no errors.",
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
  summary: "Bring the live commands to the definitions.",
  details:
    "Shows the plan and asks. When it fails or is interrupted, it says what was done and what is left; applying again goes on from there.",
  arguments: {},
  options: { ...targetOptions, ...fileOption, ...allowOption, ...confirmOptions },
  examples: [
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
