import { define } from "../frame/definition.ts";
import { settingsOptions } from "../options.ts";

export const definition = define({
  name: "doctor",
  summary: "Check whether this machine and the service are ready for sign-ins.",
  details:
    "Checks this machine's addon, browser, loopback redirect, scheme, keychain, network, proxy and clock, and the application's redirect URI, \"Public Client\" switch and scopes. Checks whether the desktop client accepts activities. Compares the application with the config's settings and commands. Does not sign in or open a window. If SLASHPASS_BOT_TOKEN is set, reads the application's settings with it. Otherwise, reports some settings as not checked, because Discord only shows them to signed-in players.\n\nThe exit code is 3 if a check failed.",
  options: {
    ...settingsOptions,
    "--application <id>": "The application to check without a config.",
    "--scheme <name>": "The game's own scheme.",
    "--social-sdk <path>":
      "Check only Discord's Social SDK: its file or unpacked archive. Loaded in a separate process.",
    "--emulator": "With --social-sdk: also sign in through the library at an emulator on this machine.",
    "--packaged-app <folder>": "A packaged Electron app, whose addon must be outside its archive.",
  },
  examples: {
    doctor: "Check the config's application.",
    "doctor --application 1400000000000000001": "Check an application without a config.",
    "doctor -e production --json": "Check another application with JSON output.",
    "doctor --scheme com.example.game": "Check a game that uses its own scheme for the redirect.",
    "doctor --social-sdk ./discord_social_sdk --emulator": "Verify a release of the Social SDK.",
    "doctor --packaged-app dist/linux-unpacked": "Also check a packaged Electron app.",
  },
});
