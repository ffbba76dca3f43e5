import { define } from "../frame/define.ts";
import { settingsOptions } from "../settings/parameters.ts";

export const registerDefinition = define({
  name: "launch-command register",
  summary: "Register what starts the game when the service opens it here.",
  details:
    "For this user, without an administrator. The program is given the launch URL as its last argument. A game of Steam is started by Steam, which passes nothing on. Games register themselves at each start; this is for trying it. On macOS the command is a URL.",
  arguments: {
    command: { flags: "[command...]", summary: "After --: the program, and its arguments." },
  },
  options: {
    ...settingsOptions,
    steam: { flags: "--steam <id>", summary: "The id of the game on Steam, in place of a program." },
  },
  examples: [
    { line: "launch-command register -- ./game --fast", meaning: "Start the program in this folder." },
    { line: "launch-command register --steam 480", meaning: "Let Steam start the game." },
  ],
});

export const statusDefinition = define({
  name: "launch-command status",
  summary: "Show what starts the game when the service opens it here.",
  details: "It ends with 3 unless something is registered, and the system would start it.",
  arguments: {},
  options: settingsOptions,
  examples: [{ line: "launch-command status", meaning: "Show it for the application of the config." }],
});

export const unregisterDefinition = define({
  name: "launch-command unregister",
  summary: "Remove what starts the game when the service opens it here.",
  details:
    "What another program or application has registered stays, and so does the redirect of scheme register.",
  arguments: {},
  options: settingsOptions,
  examples: [
    { line: "launch-command unregister", meaning: "Remove what register, or the game, has written." },
  ],
});
