import { define } from "../../frame/definition.ts";
import { checkOption, fileOption, forceOption, settingsOptions } from "../../options.ts";

const languagesOptions = { ...settingsOptions, ...fileOption, ...checkOption } as const;

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
