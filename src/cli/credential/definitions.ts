import { define } from "../frame/definition.ts";
import { settingsOptions } from "../options.ts";

export const credential = {
  list: define({
    name: "credential list",
    summary: "Show the source of each application's credential.",
    details:
      "For each config environment, or only the one set with --environment, shows whether the credential comes from a variable or the keychain, or is missing. Does not contact the service, prompt, or print secrets.",
    options: settingsOptions,
    examples: { "credential list": "Show the credentials of all environments." },
  }),
  set: define({
    name: "credential set",
    summary: "Store an application's credential in the keychain.",
    details:
      "Prompts for the bot token or the client secret, tests it with the service, and stores it, replacing any previous one. The keychain entry has the service name 'slashpass-application' and the account 'discord.com/<id>' (the service's host and the application id). Environment variables take precedence.",
    options: settingsOptions,
    examples: { "credential set -e production": "Store or replace production's credential." },
  }),
  forget: define({
    name: "credential forget",
    summary: "Delete an application's credential from the keychain.",
    options: settingsOptions,
    examples: { "credential forget -e production": "Delete production's credential." },
  }),
};
