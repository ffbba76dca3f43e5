import { define } from "../frame/definition.ts";
import { confirmOptions, guildsOption, lossOption, settingsOptions } from "../options.ts";

export const show = define({
  name: "entry-point show",
  summary: "Show the command that launches the Activity.",
  options: settingsOptions,
  examples: { "entry-point show -e production": "Show production's entry point." },
});

export const set = define({
  name: "entry-point set",
  summary: "Change or create the command that launches the Activity.",
  details:
    "An application has at most one entry point, which is global. Omitted settings stay unchanged. By default, a new entry point is named launch and uses the discord handler. Renaming the entry point erases its permissions, which are restored as in 'commands apply'.",
  options: {
    ...settingsOptions,
    "--name <name>": "The command's name.",
    "--description <text>": "The command's description.",
    "--handler <who>": {
      summary:
        "application: your application receives an interaction. discord: Discord launches the Activity.",
      choices: ["application", "discord"],
    },
    ...guildsOption,
    ...lossOption,
    ...confirmOptions,
  },
  examples: {
    "entry-point set --handler application": "Handle launches in your own code.",
    "entry-point set --name play --yes": "Rename it without a prompt.",
  },
});

export const remove = define({
  name: "entry-point remove",
  summary: "Delete the command that launches the Activity.",
  details:
    "Players can no longer launch the Activity from the App Launcher. The command's permissions are lost. Prompts for confirmation; a protected environment also requires --allow-permission-loss.",
  options: { ...settingsOptions, ...lossOption, ...confirmOptions },
  examples: { "entry-point remove": "Delete the default environment's entry point." },
});
