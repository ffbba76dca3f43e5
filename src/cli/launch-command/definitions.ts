import { define } from "../frame/definition.ts";
import { settingsOptions } from "../options.ts";

export const launchCommand = {
  register: define({
    name: "launch-command register",
    summary: "Register the program that starts the game when the service opens it.",
    details:
      "Registers it for this user; no administrator is needed. The program gets the launch URL as its last argument. Steam starts its games itself, without the URL. Games register themselves at each start; this command is for testing. On macOS the command is a URL.",
    arguments: {
      "[command...]": "After --: the program, and its arguments.",
    },
    options: {
      ...settingsOptions,
      "--steam <id>": "The Steam app ID, instead of a program.",
    },
    examples: {
      "launch-command register -- ./game --fast": "Start the program in this folder.",
      "launch-command register --steam 480": "Start the game through Steam.",
    },
  }),
  status: define({
    name: "launch-command status",
    summary: "Show the program that starts the game when the service opens it.",
    details: "The exit code is 3 unless a program is registered and the system would start it.",
    options: settingsOptions,
    examples: { "launch-command status": "Show it for the application of the config." },
  }),
  unregister: define({
    name: "launch-command unregister",
    summary: "Remove the program that starts the game when the service opens it.",
    details:
      "Keeps what another program or application has registered, and the redirect of 'scheme register'.",
    options: settingsOptions,
    examples: {
      "launch-command unregister": "Remove a registration by register or by the game.",
    },
  }),
};
