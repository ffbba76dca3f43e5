import { define } from "../frame/definition.ts";
import { settingsOptions } from "../options.ts";

export const launchCommand = {
  register: define({
    name: "launch-command register",
    summary: "Register the program that the service runs to start the game.",
    details:
      "Registers the program for the current user, without administrator rights. The program receives the launch URL as its last argument. Steam games do not receive it. On macOS, the launch command is a URL instead of a program. Games register themselves each time they start, so this command is only for testing.",
    arguments: {
      "[command...]": "After --: the program and its arguments.",
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
    summary: "Show the program that the service runs to start the game.",
    details: "The exit code is 3 if no program is registered or the system cannot start it.",
    options: settingsOptions,
    examples: { "launch-command status": "Show the program for the config's application." },
  }),
  unregister: define({
    name: "launch-command unregister",
    summary: "Remove the program that the service runs to start the game.",
    details:
      "Keeps other programs' and applications' registrations, and the redirect from 'scheme register'.",
    options: settingsOptions,
    examples: {
      "launch-command unregister": "Remove a registration made by 'launch-command register' or by the game.",
    },
  }),
};
