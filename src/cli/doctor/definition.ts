import { define } from "../frame/define.ts";
import { settingsOptions } from "../settings/parameters.ts";

export const definition = define({
  name: "doctor",
  summary: "Check what a sign-in needs, on this machine and at the service.",
  details:
    "The addon, a browser, the loopback redirect, the scheme, the keychain, the network, the clock, and the application's redirect URI, its switch Public Client and its scopes. Nobody is signed in and no window is opened. With SLASHPASS_BOT_TOKEN in the environment the application's settings are read; without it Discord shows some of them only to a player who is signed in, and they are listed as not checked.\n\nIt ends with 3 where a check failed.",
  arguments: {},
  options: {
    ...settingsOptions,
    scheme: { flags: "--scheme <name>", summary: "The scheme of a game that has one of its own." },
  },
  examples: [
    { line: "doctor", meaning: "Check the application of the config." },
    { line: "doctor -e production --json", meaning: "Check another one, for a program." },
    {
      line: "doctor --scheme com.example.game",
      meaning: "Check a game whose players come back by its scheme.",
    },
  ],
});
