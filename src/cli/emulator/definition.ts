import { define } from "../frame/definition.ts";

export const definition = define({
  name: "emulator",
  summary: "Run the service on this machine, for a game in development.",
  details:
    "Serves sign-in, tokens, application commands, interactions and Activities. The application, its keys and secrets, the guild and the players are the same at every start. Changes are kept in memory, or with --state in a file: commands, players, guilds, sign-ins, tokens and the Activity's address, but no messages. Each request is printed as a line on standard error. The emulator runs until Ctrl-C, or until the program after -- ends; its exit code is then that of the program.\n\nSecrets are never printed, even though these work nowhere else, because logs of build machines are kept and searched. They are on the emulator's page, in the file of --env, and in the environment of the program after --.",
  arguments: {
    command: {
      flags: "[command...]",
      summary: "After --: a program to run, with the settings in its environment.",
    },
  },
  options: {
    port: { flags: "--port <number>", summary: "Port on 127.0.0.1. Default: a free one." },
    endpoint: {
      flags: "--endpoint <url>",
      summary: "The URL to which interactions are sent, as soon as it answers.",
    },
    activity: {
      flags: "--activity <url>",
      summary: "The address on this machine that serves the Activity's page: the URL mapping for '/'.",
    },
    map: {
      flags: "--map <mapping...>",
      summary: "Another URL mapping, such as '/api=127.0.0.1:3000'. Give longer prefixes first.",
    },
    csp: {
      flags: "--no-csp",
      summary: "Leave out the content security policy that Discord sets for the Activity's page.",
    },
    env: { flags: "--env <file>", summary: "Write the settings to a file, with the secrets." },
    state: {
      flags: "--state <file>",
      summary: "Keep the state in a file, and continue from it at the next start.",
    },
    reset: { flags: "--reset", summary: "Start empty, and replace what the file of --state holds." },
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
      meaning: "Send interactions to a server, and keep the state for the next start.",
    },
    {
      line: "emulator --activity http://127.0.0.1:5173 --map /db=127.0.0.1:81",
      meaning: "Show the Activity of a development server, with another server below /db.",
    },
    { line: "emulator -- npm test", meaning: "Run the tests of a game against it, and stop when they end." },
  ],
});
