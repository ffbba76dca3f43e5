import { define } from "../frame/definition.ts";

export const worldOptions = {
  "--activity <url>": "The address on this machine that serves the Activity's page: the URL mapping for '/'.",
  "--map <mapping...>": "Another URL mapping, such as '/api=127.0.0.1:3000'. List longer prefixes first.",
  "--no-csp": "Omit the content security policy that Discord sets for the Activity's page.",
  "--env <file>": "Write the settings to a file, with the secrets.",
  "--world <file>":
    "Its content at the start: applications, guilds and players, in JSON or a module. Default: an example.",
  "--state <file>": "Keep the state in a file, and continue from it at the next start.",
  "--reset": "Start with a new state, and replace the file of --state.",
  "--open": "Open its page in the browser.",
} as const;

export const definition = define({
  name: "emulator",
  summary: "Run the service on this machine, for a game in development.",
  details:
    "Serves sign-in, tokens, application commands, interactions and Activities. The application, its keys and secrets, the guild and the players are the same at every start: those of --world, or those of an example. Changes are kept in memory, or with --state in a file: commands, players, guilds, sign-ins, the newest tokens and the Activity's address, but no messages. Once there is a state, --world counts again with --reset; 'slashpass emulator export' writes a world, and 'slashpass emulator trigger' lets something happen. Each request is printed as a line on standard error. The emulator runs until Ctrl-C, or until the program after -- ends; its exit code is then that of the program.\n\nWith --as-service the emulator and the program run in a network of their own, where discord.com and the service's other names lead to the emulator over TLS: clients with the service's address in their code run unchanged. The program reaches nothing else, and finds the certificate's authority in NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, REQUESTS_CA_BUNDLE, CURL_CA_BUNDLE and DENO_CERT.\n\nSecrets are never printed, even though these work nowhere else, because logs of build machines are kept and searched. They are on the emulator's page, in the file of --env, and in the environment of the program after --.",
  arguments: {
    "[command...]": "After --: a program to run, with the settings in its environment.",
  },
  options: {
    "--port <number>": "Port on 127.0.0.1. Default: a free one.",
    "--endpoint <url>": "The URL to which interactions are sent, once it responds.",
    ...worldOptions,
    "--as-service": "Redirect the service's host names to the emulator for the program after --. Linux only.",
  },
  examples: {
    "emulator --port 8181": "Serve at http://127.0.0.1:8181.",
    "emulator --world world.json": "Start with the applications, guilds and players of a file.",
    "emulator --env .env.emulator": "Write the settings for node --env-file=.env.emulator.",
    "emulator --endpoint http://127.0.0.1:3000/ --state emulator.json":
      "Send interactions to a server, and keep the state for the next start.",
    "emulator --activity http://127.0.0.1:5173 --map /db=127.0.0.1:81":
      "Show the Activity of a development server, with another server below /db.",
    "emulator -- npm test": "Run the tests of a game against it, and stop when they end.",
    "emulator --as-service -- python3 bot.py": "Run a bot that uses discord.com in its code.",
  },
});
