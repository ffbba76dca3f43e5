import { define } from "../frame/definition.ts";
import { settingsOptions } from "../options.ts";

export const credential = {
  list: define({
    name: "credential list",
    summary: "Show the source of each application's credential.",
    details:
      "For each environment of the config, or the one that is named: a variable, the keychain, or nothing. Asks neither the service nor a person, and prints no secret.",
    options: settingsOptions,
    examples: { "credential list": "Show the credentials of all environments." },
  }),
  set: define({
    name: "credential set",
    summary: "Store an application's credential in the keychain.",
    details:
      "Asks for the bot token or the client secret, tries it at the service, and keeps it: in the place of one that was kept before. The keychain's entry is called 'slashpass-application', its account is the service's host and the application's id: 'discord.com/<id>'. Variables come before it.",
    options: settingsOptions,
    examples: { "credential set -e production": "Store or replace the credential of production." },
  }),
  forget: define({
    name: "credential forget",
    summary: "Delete an application's credential from the keychain.",
    options: settingsOptions,
    examples: { "credential forget -e production": "Delete the credential of production." },
  }),
};
