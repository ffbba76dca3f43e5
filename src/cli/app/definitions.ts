import { define } from "../frame/definition.ts";
import { confirmOptions, exitCodeOption, forceOption, settingsOptions } from "../options.ts";

export const plan = define({
  name: "app plan",
  summary: "Show the changes that applying the application's settings in the config would make.",
  details:
    "Compares the settings below 'application' in the config, and in the environment, with the live ones. Omitted settings are ignored. Only reads; changes nothing. Also lists the settings that only the developer portal can change, with its pages. Needs the bot token.",
  options: {
    ...settingsOptions,
    ...exitCodeOption,
  },
  examples: {
    "app plan": "Show what would change.",
    "app plan -e production --exit-code": "Check in CI whether production matches the config.",
  },
});

export const apply = define({
  name: "app apply",
  summary: "Make the application's settings the same as the config's.",
  details:
    "Shows the plan, and asks before it writes. First it tries a new URL for interactions or events with requests that have a wrong signature or none, which must be answered with 401; the right signature is tried by the service, which refuses the URL if the answer is wrong. Sends one request for the settings, and one for the linked-role metadata. For a protected environment, --environment must name it, and its name is typed or given with --confirm. The exit code is 3 if the service has left a setting as it was.",
  options: { ...settingsOptions, ...confirmOptions },
  examples: {
    "app apply": "Review the plan, then apply it.",
    "app apply -e production --confirm production": "Apply in CI, without a prompt.",
  },
});

export const pull = define({
  name: "app pull",
  summary: "Print the live settings of the application, for the config.",
  details:
    "Prints the value of 'application' as JSON, or writes it into a file that a config imports, depending on the file's extension as JavaScript, TypeScript or JSON. Omits settings with default values, and images, for which the service returns only a hash.",
  options: {
    ...settingsOptions,
    "-f, --file <file>": "Write this file instead of printing.",
    ...forceOption,
  },
  examples: {
    "app pull": "Print the settings.",
    "app pull -e production --file application.mjs": "Write a file that the config imports.",
  },
});
