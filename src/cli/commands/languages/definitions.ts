import { define } from "../../frame/definition.ts";
import { checkOption, fileOption, forceOption, settingsOptions } from "../../options.ts";

const languagesOptions = { ...settingsOptions, ...fileOption, ...checkOption } as const;

export const extract = define({
  name: "commands languages extract",
  summary: "Write the texts to translate to a file for each language.",
  details:
    "Updates the files in the languages folder of the config. Adds new texts without a translation, marks translations as stale if the definition changed, and keeps all existing translations. Copies translations from the definitions. Updates all languages unless you name some. With --to, writes files for translators instead, including the existing translations.",
  arguments: { "[locale...]": "The languages, such as de or pt-BR. Default: the existing ones." },
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
    "Reads XLIFF 1.2 (.xlf, .xliff), PO and JSON, and writes the translations to the languages folder of the config. Marks translations of an older text as stale; they do not replace current translations. Lists and skips translations with unknown keys. If a translation breaks a rule, no file is written.",
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
    "commands languages check --json": "Print the result with the length of each translation as JSON.",
  },
});
