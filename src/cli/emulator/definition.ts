import { define } from "../frame/define.ts";

export const definition = define({
  name: "emulator",
  summary: "Run the service on this machine, for a game in development.",
  details:
    "Sign-in, tokens, application commands, interactions, Activities. The application, its keys and secrets, the guild and the players are the same at every start. What is made is kept in memory, or in the file of --state: commands, players, guilds, sign-ins, tokens and where the Activity is, not what was said. Each request is a line on standard error. It serves until Ctrl-C, or until the program after -- ends, whose exit code it then has.\n\nSecrets are never printed, although these are worth nothing elsewhere: logs of build machines are kept and searched. They are on its page, in the file of --env, and in the environment of the program after --.",
  arguments: {
    command: {
      flags: "[command...]",
      summary: "After --: a program that gets the settings in its environment.",
    },
  },
  options: {
    port: { flags: "--port <number>", summary: "Port on 127.0.0.1. Default: a free one." },
    endpoint: {
      flags: "--endpoint <url>",
      summary: "Where interactions go, as soon as it answers there.",
    },
    activity: {
      flags: "--activity <url>",
      summary: "Where the Activity's page is served, on this machine: the URL mapping for '/'.",
    },
    map: {
      flags: "--map <mapping...>",
      summary: "One more URL mapping, as '/api=127.0.0.1:3000'. The longer prefix stands first.",
    },
    csp: {
      flags: "--no-csp",
      summary: "Without the content security policy that the real place gives the Activity's page.",
    },
    env: { flags: "--env <file>", summary: "Write the settings to a file, with the secrets." },
    state: { flags: "--state <file>", summary: "Keep what is made in a file, and go on from there." },
    reset: { flags: "--reset", summary: "Start from nothing, whatever the file of --state holds." },
    open: { flags: "--open", summary: "Open its page in the browser." },
  },
  examples: [
    { line: "emulator --port 8181", meaning: "Serve at http://127.0.0.1:8181." },
    {
      line: "emulator --env .env.emulator",
      meaning: "Write the settings for node --env-file=.env.emulator.",
    },
    {
      line: "emulator --endpoint http://127.0.0.1:3000/ --state emulator.json",
      meaning: "Send interactions to a server, and keep what it makes for the next start.",
    },
    {
      line: "emulator --activity http://127.0.0.1:5173 --map /db=127.0.0.1:81",
      meaning: "Show the Activity of a development server, with another below /db.",
    },
    { line: "emulator -- npm test", meaning: "Run the tests of a game against it, and end with them." },
  ],
});
