import { define } from "../frame/definition.ts";
import { settingsOptions } from "../options.ts";

const schemeOptions = {
  ...settingsOptions,
  "--scheme <name>": "The game's own scheme. Default: discord-<application id>.",
} as const;

export const scheme = {
  register: define({
    name: "scheme register",
    summary: "Register, for this user, the scheme that brings players back to the game.",
    details:
      "A sign-in that needs the scheme registers it by itself; this command is for testing, and for taking the scheme over from another program. No administrator is needed. Run it again to repair a registration.",
    options: {
      ...schemeOptions,
      "--title <text>": "The name of the game in the browser's prompt.",
      "--replace": "Take the scheme over from another program.",
    },
    examples: {
      "scheme register --title Example": "Register discord-<application id>.",
      "scheme register --scheme com.example.game --replace": "Take over the game's own scheme.",
    },
  }),
  status: define({
    name: "scheme status",
    summary: "Show which program opens links of the scheme.",
    details: "The exit code is 3 unless it is this application, and its registration is complete.",
    options: schemeOptions,
    examples: { "scheme status": "Show the handler of discord-<application id>." },
  }),
  unregister: define({
    name: "scheme unregister",
    summary: "Remove the registration of the scheme.",
    details:
      "Keeps what another program or application has registered, and a launch command. A leftover of an application whose program is gone is removed too.",
    options: schemeOptions,
    examples: { "scheme unregister": "Remove a registration by register or by a sign-in." },
  }),
};
