import { define } from "../frame/definition.ts";
import { confirmOptions, guildsOption, lossOption, settingsOptions } from "../options.ts";

export const show = define({
  name: "entry-point show",
  summary: "Show the command that launches the Activity.",
  options: settingsOptions,
  examples: { "entry-point show -e production": "Show the entry point of production." },
});

export const set = define({
  name: "entry-point set",
  summary: "Change or create the command that launches the Activity.",
  details:
    "Each application has at most one, and it is global. Options that are not given stay unchanged. A new one is called launch, and Discord launches the Activity. A new name erases its permissions, which are kept as by commands apply.",
  options: {
    ...settingsOptions,
    "--name <name>": "The name that players see and type.",
    "--description <text>": "The description that players see.",
    "--handler <who>": {
      summary:
        "Who handles it: your application, which gets an interaction, or Discord, which launches the Activity.",
      choices: ["application", "discord"],
    },
    ...guildsOption,
    ...lossOption,
    ...confirmOptions,
  },
  examples: {
    "entry-point set --handler application": "Handle launches in your own code.",
    "entry-point set --name play --yes": "Rename it, without a prompt.",
  },
});

export const remove = define({
  name: "entry-point remove",
  summary: "Delete the command that launches the Activity.",
  details:
    "Players can then no longer launch it from the App Launcher. Asks first. Its permissions are lost, which a protected environment allows only with --allow-permission-loss.",
  options: { ...settingsOptions, ...lossOption, ...confirmOptions },
  examples: { "entry-point remove": "Delete the entry point of the default environment." },
});
