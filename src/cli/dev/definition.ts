import { worldOptions } from "../emulator/definition.ts";
import { define } from "../frame/definition.ts";
import { fileOption, lossOption, settingsOptions } from "../options.ts";

export const definition = define({
  name: "dev",
  summary: "Serve the interactions handler while you edit it, and synchronize the commands.",
  details:
    "Loads the config's handler and sets the environment variables for createInteractionHandler. The handler's default export must be the result of createInteractionHandler or an object with a fetch method. Reloads the handler and the commands when one of their files changes. If a reload fails, prints the error and keeps the last working version. Interactions in progress finish in the version that started them.\n\nWithout --public-url, starts an emulator like 'slashpass emulator' and sends its interactions to the handler.\n\nWith --public-url (the address of your running tunnel), uses the config's Discord application. Its commands and interactions endpoint URL are saved in a file next to the config and restored on exit. After a crash, the next run or --restore restores them. Protected environments are not allowed.\n\nRuns until Ctrl-C, or until the program after -- exits, and then exits with that program's exit code. With --json, prints the result on one line, then one line per event, as described in slashpass/schemas/dev-event.json.",
  arguments: {
    "[command...]": "After --: a program to run, with the settings in its environment variables.",
  },
  options: {
    ...settingsOptions,
    ...fileOption,
    "--handler <file>": "The handler module. Default: the one in the config.",
    "--public-url <url>": "The endpoint's public URL. Default path: /interactions.",
    "--port <number>":
      "Port on 127.0.0.1 for the emulator or, with --public-url, for the endpoint behind the tunnel. Default: any free port; with --public-url, 3000.",
    "--restore": "Restore the settings after a crash, then exit.",
    "-y, --yes": "Skip the confirmation before --public-url changes the application.",
    ...lossOption,
    ...worldOptions,
  },
  examples: {
    dev: "Test the handler and the commands on the emulator's page while you edit them.",
    "dev --open --world world.json": "Load your own world, and open the page in the browser.",
    "dev -- npm test": "Run tests against the handler, then exit.",
    "dev -e development --public-url https://game.example": "Test in Discord, through your tunnel.",
    "dev -e development --restore": "Restore the settings after a crash.",
  },
});
