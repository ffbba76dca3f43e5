import { define } from "../frame/definition.ts";
import { variables } from "../frame/host.ts";

export const worldOptions = {
  "--activity <url>": "The address on this machine that serves the Activity's page: the URL mapping for '/'.",
  "--map <mapping...>": "Another URL mapping, such as '/api=127.0.0.1:3000'. List longer prefixes first.",
  "--no-csp": "Omit the content security policy that Discord sets for the Activity's page.",
  "--env <file>": "Write the settings, including secrets, to a file.",
  "--world <file>":
    "A JSON file or module with the initial applications, guilds and players. Default: an example.",
  "--state <file>": "Save the state to a file and load it on the next run.",
  "--reset": "Start with a new state and overwrite the --state file.",
  "--open": "Open the emulator's page in the browser.",
} as const;

export const definition = define({
  name: "emulator",
  summary: "Emulate the service on this machine while you develop a game.",
  details:
    "Serves sign-in, tokens, application commands, interactions and Activities. Every run uses the same application, keys, secrets, guild and players, either from --world or from a built-in example. Changes are kept in memory. With --state, commands, players, guilds, sign-ins, the newest tokens and the Activity's address are saved to a file; messages are not. If the state file exists, --world is ignored unless you add --reset. To save a world, use 'slashpass emulator export'. To trigger an event, use 'slashpass emulator trigger'.\n\nLogs one line per request to standard error. Runs until Ctrl-C. With a program after --, runs until that program exits and returns its exit code.\n\nWith --as-service, the emulator and the program run in an isolated network in which discord.com and the service's other host names point to the emulator over TLS. Clients with a hard-coded service address therefore run unchanged, but cannot reach any other host. The CA certificate's path is set in NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, REQUESTS_CA_BUNDLE, CURL_CA_BUNDLE and DENO_CERT.\n\nThe emulator's secrets work only with the emulator. Even so, they are not printed, because CI logs are stored and scanned for secrets. You can find them on the emulator's page, in the --env file, and in the environment of the program after --.",
  arguments: {
    "[command...]": "After --: a program to run, with the settings in its environment variables.",
  },
  options: {
    "--port <number>": "Port on 127.0.0.1. Default: any free port.",
    "--endpoint <url>": "Start sending interactions to this URL as soon as it responds.",
    ...worldOptions,
    "--as-service": "Redirect the service's host names to the emulator for the program after --. Linux only.",
  },
  examples: {
    "emulator --port 8181": "Serve at http://127.0.0.1:8181.",
    "emulator --world world.json": "Load applications, guilds and players from a file.",
    "emulator --env .env.emulator": "Write the settings for 'node --env-file=.env.emulator'.",
    "emulator --endpoint http://127.0.0.1:3000/ --state emulator.json":
      "Send interactions to a server and save the state for the next run.",
    "emulator --activity http://127.0.0.1:5173 --map /db=127.0.0.1:81":
      "Serve the Activity from a development server, and /db from another one.",
    "emulator -- npm test": "Run a game's tests against the emulator, then exit.",
    "emulator --as-service -- python3 bot.py": "Run a bot with a hard-coded discord.com address.",
  },
});

const emulatorOptions = {
  "--emulator <url>": `The running emulator's web address. Default: ${variables.webBase}.`,
} as const;

export const triggerDefinition = define({
  name: "emulator trigger",
  summary: "Trigger an event in a running emulator, such as a purchase or a fault.",
  details:
    "Events and their fields:\n\n    entitlement.create, subscription.create      player, sku; guild\n    entitlement.delete                           entitlement\n    subscription.cancel, subscription.end        subscription\n    member.add, member.edit                      player; guild, nick, roles\n    member.remove                                player; guild\n    application.deauthorize                      player\n    quest.enroll, quest.complete                 player\n    friend.add, friend.remove                    player, friend\n    presence.ask-to-join                         player\n    presence.join                                secret\n    fault.add     answer, path, method, latencyMs, clockSkewMs,\n                  retryAfterSeconds, times, share\n    fault.end                                    (no fields; ends all faults)\n    time.advance                                 time, such as 16m\n\nFields after the semicolon are optional, as are all fields of fault.add. Specify players by name and everything else by id, and separate roles with commas. The application receives the event at its events endpoint and over the gateway, as it would from the service. With --data, sends any service event that slashpass supports, such as guild.member.add, with the data from a file.",
  arguments: {
    "<event>": "The event.",
    "[field...]": "The event's fields, such as player=Ada.",
  },
  options: {
    "--data <file>": "A JSON file with the event's data in the service's format, instead of fields.",
    "--application <id>": "The application that receives the event. Default: the first one.",
    ...emulatorOptions,
  },
  examples: {
    "emulator trigger entitlement.create player=Ada sku=71": "Create a purchase for Ada.",
    "emulator trigger time.advance time=16m": "Advance the clock past an interaction's lifetime.",
    "emulator trigger fault.add path=/oauth2/token answer=drop": "Drop token requests without a response.",
  },
});

export const exportDefinition = define({
  name: "emulator export",
  summary: "Write a running emulator's world to a file.",
  details:
    "Writes a file for 'slashpass emulator --world' with applications, global commands, guilds, roles, channels, players and installations. Keys, secrets, tokens and messages are omitted, so the file can be committed. Prompts before overwriting a file.",
  options: {
    "--world <file>": "The JSON file to write. Default: world.json.",
    ...emulatorOptions,
    "--force": "Overwrite an existing file.",
  },
  examples: {
    "emulator export --world world.json": "Save the guilds and players created on the emulator's page.",
  },
});
