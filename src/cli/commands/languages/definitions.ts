import { define } from "../../frame/definition.ts";
import { checkOption, fileOption, forceOption, settingsOptions } from "../../options.ts";

const languagesOptions = { ...settingsOptions, ...fileOption, ...checkOption } as const;

export const extract = define({
  name: "commands languages extract",
  summary: "Write the texts to translate to a file for each language.",
  details:
    "Brings the files of the config's folder up to date: new texts are empty, texts whose definition has changed are marked as stale, and no translation is lost. Translations in the definitions are copied. Without a language, updates all languages. With --to, writes files for translators instead, with the existing translations.",
  arguments: { "[locale...]": "The languages, such as de or pt-BR. Default: the existing ones." },
  options: {
    ...languagesOptions,
    "--to <folder>": "Write files for translators into this folder.",
    "--format <name>": {
      summary: "Their format. Default: xliff, which is XLIFF 1.2.",
      choices: ["xliff", "po", "json"],
    },
    "--source <locale>": "The language of the definitions, which XLIFF names. Default: en-US.",
    ...forceOption,
  },
  examples: {
    "commands languages extract de fr": "Start two languages.",
    "commands languages extract": "Bring all languages up to date after a change of the definitions.",
    "commands languages extract --to translators --format po": "Write files for translators.",
  },
});

export const merge = define({
  name: "commands languages merge",
  summary: "Import translations from translators' files.",
  details:
    "Reads XLIFF 1.2 (.xlf, .xliff), PO and JSON, and writes the translations into the config's folder. Translations of other texts than the definitions have now are marked as stale, and take the place of none that is not; those of texts that are gone are listed, and left out. If a translation breaks a rule, nothing is written.",
  arguments: { "<file...>": "The files of the translators." },
  options: languagesOptions,
  examples: { "commands languages merge translators/*.po": "Import all files of a folder." },
});

export const check = define({
  name: "commands languages check",
  summary: "Show missing, stale and invalid translations.",
  details:
    "Shows for each language how many texts are translated, the longest name beside its limit of 32 characters and the longest other text beside its limit of 100; then each text that is missing, stale, unused, duplicate or invalid. The exit code is 3 if there are some.",
  options: languagesOptions,
  examples: {
    "commands languages check": "Check all languages.",
    "commands languages check --json": "Print the result with the length of each translation as JSON.",
  },
});
