import { define } from "../frame/definition.ts";
import { confirmOptions, exitCodeOption, forceOption, settingsOptions } from "../options.ts";

export const plan = define({
  name: "app plan",
  summary: "Preview the changes to the application's settings.",
  details:
    "Compares the live settings with those under 'application' in the config and in the environment. Omitted settings are ignored. Does not make changes. Also lists the settings that can only be changed in the developer portal, with their portal pages. Requires the bot token.",
  options: {
    ...settingsOptions,
    ...exitCodeOption,
  },
  examples: {
    "app plan": "Preview the changes.",
    "app plan -e production --exit-code": "Check in CI whether production matches the config.",
  },
});

export const apply = define({
  name: "app apply",
  summary: "Apply the application's settings from the config.",
  details:
    "Shows the plan and prompts for confirmation. Tests a new interactions or events URL before saving it: the endpoint must respond with 401 to a wrong or missing signature. The service then tests a valid signature and rejects the URL if the response is wrong. Sends one request for the settings and one for the linked-role metadata. For a protected environment, pass --environment, then confirm by typing its name or by passing --confirm. The exit code is 3 if the service left a setting unchanged.",
  options: { ...settingsOptions, ...confirmOptions },
  examples: {
    "app apply": "Review the plan, then apply it.",
    "app apply -e production --confirm production": "Apply in CI without a prompt.",
  },
});

export const pull = define({
  name: "app pull",
  summary: "Print the application's live settings in the config's format.",
  details:
    "Prints the value of 'application' as JSON. With --file, writes it as JavaScript, TypeScript or JSON, depending on the extension, so that a config can import it. Omits default values. Omits images, because the service returns only their hashes.",
  options: {
    ...settingsOptions,
    "-f, --file <file>": "Write to this file instead of standard output.",
    ...forceOption,
  },
  examples: {
    "app pull": "Print the settings.",
    "app pull -e production --file application.mjs": "Write a file for the config to import.",
  },
});
