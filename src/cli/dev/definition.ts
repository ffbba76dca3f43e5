import { worldOptions } from "../emulator/definition.ts";
import { define } from "../frame/definition.ts";
import { fileOption, lossOption, settingsOptions } from "../options.ts";

export const definition = define({
  name: "dev",
  summary: "Serve the interactions handler while you edit it, and synchronize the commands.",
  details:
    "Loads the config's handler, whose default export is a handler of createInteractionHandler or an object with fetch, and gives it the variables that createInteractionHandler needs. When a file of the handler or of the commands changes, both are read anew. A mistake is printed, and the last good version goes on; interactions under way are ended by the version that began them.\n\nWithout --public-url it starts the emulator, as 'slashpass emulator' does, and sends the interactions of its players to the handler.\n\nWith --public-url, the address of a tunnel that you have started, it is the config's application at Discord. Its commands and its interactions endpoint URL are set back at the end. They are kept in a file beside the config until then: after a crash, the next start sets them back first, or --restore does. A protected environment is refused.\n\nIt runs until Ctrl-C, or until the program after -- ends; its exit code is then that of the program. With --json the result is a line, and what happens after it is a line each, as slashpass/schemas/dev-event.json has it.",
  arguments: {
    "[command...]": "After --: a program to run, with the settings in its environment.",
  },
  options: {
    ...settingsOptions,
    ...fileOption,
    "--handler <file>": "The module of the handler. Default: the one in the config.",
    "--public-url <url>": "The public URL of the endpoint. Default path: /interactions.",
    "--port <number>":
      "Port on 127.0.0.1: of the emulator, or of the endpoint to which the tunnel leads. Default: a free one; with --public-url 3000.",
    "--restore": "Only restore the settings after a crash, and exit.",
    "-y, --yes": "Do not ask for confirmation before --public-url changes the application.",
    ...lossOption,
    ...worldOptions,
  },
  examples: {
    dev: "Edit the handler and the commands, and try them on the emulator's page.",
    "dev --open --world world.json": "Use your own world, and open the page in the browser.",
    "dev -- npm test": "Run tests against the handler, and stop when they end.",
    "dev -e development --public-url https://game.example": "Try it in Discord, through your tunnel.",
    "dev -e development --restore": "Restore the settings after a crash.",
  },
});
