import { define } from "../frame/definition.ts";
import { settingsOptions } from "../options.ts";

const schemeOptions = {
  ...settingsOptions,
  "--scheme <name>": "The game's own scheme. Default: discord-<application id>.",
} as const;

export const scheme = {
  register: define({
    name: "scheme register",
    summary: "Register the scheme that returns players to the game (for the current user only).",
    details:
      "Signing in registers the scheme automatically if needed. Use this command for testing, or to take the scheme over from another program. Does not require administrator rights. Run it again to repair a registration.",
    options: {
      ...schemeOptions,
      "--title <text>": "The game's name in the browser's prompt.",
      "--replace": "Take the scheme over from another program.",
    },
    examples: {
      "scheme register --title Example": "Register discord-<application id>.",
      "scheme register --scheme com.example.game --replace": "Take over the game's own scheme.",
    },
  }),
  status: define({
    name: "scheme status",
    summary: "Show which program opens the scheme's links.",
    details: "The exit code is 3 unless the scheme is fully registered for this application.",
    options: schemeOptions,
    examples: { "scheme status": "Show the handler of discord-<application id>." },
  }),
  unregister: define({
    name: "scheme unregister",
    summary: "Remove the scheme's registration.",
    details:
      "Keeps other programs' and applications' registrations, and the launch command. Also removes a leftover registration whose program no longer exists.",
    options: schemeOptions,
    examples: { "scheme unregister": "Remove a registration made by 'scheme register' or during a sign-in." },
  }),
};
