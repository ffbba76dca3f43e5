import { define } from "../frame/definition.ts";
import { settingsOptions } from "../options.ts";

export const definition = define({
  name: "doctor",
  summary: "Check the requirements for signing in, on this machine and at the service.",
  details:
    'Checks the addon, browser, loopback redirect, scheme, keychain, network, proxy and clock of this machine, and the redirect URI, the "Public Client" switch and the scopes of the application. Compares the application with the settings in the config and with the commands. Does not sign in, and does not open a window. If SLASHPASS_BOT_TOKEN is set, reads the application\'s settings with it. Otherwise, some settings are listed as not checked, because Discord shows them only to a signed-in player.\n\nThe exit code is 3 if a check failed.',
  options: {
    ...settingsOptions,
    "--application <id>": "The application to check, without a config.",
    "--scheme <name>": "The game's own scheme.",
  },
  examples: {
    doctor: "Check the application of the config.",
    "doctor --application 1400000000000000001": "Check an application without a config.",
    "doctor -e production --json": "Check another application, with JSON output.",
    "doctor --scheme com.example.game": "Check a game that uses its own scheme for the redirect.",
  },
});
