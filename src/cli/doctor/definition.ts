import { define } from "../frame/definition.ts";
import { settingsOptions } from "../options.ts";

export const definition = define({
  name: "doctor",
  summary: "Check the requirements of a sign-in, on this machine and at the service.",
  details:
    "Checks the addon, a browser, the loopback redirect, the scheme, the keychain, the network and its proxy, the clock, and the application's redirect URI, its switch Public Client and its scopes. Compares the application with the settings in the config and with the commands. Nobody is signed in and no window is opened. With SLASHPASS_BOT_TOKEN in the environment, the application's settings are read. Without it, some settings are listed as not checked, because Discord shows them only to a player who is signed in.\n\nThe exit code is 3 if a check failed.",
  options: {
    ...settingsOptions,
    "--application <id>": "This application; no config is needed.",
    "--scheme <name>": "The game's own scheme.",
  },
  examples: {
    doctor: "Check the application of the config.",
    "doctor --application 1400000000000000001": "Check an application without a config.",
    "doctor -e production --json": "Check another application, with JSON output.",
    "doctor --scheme com.example.game": "Check a game that uses its own scheme for the redirect.",
  },
});
