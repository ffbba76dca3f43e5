import { worldOptions } from "../emulator/definition.ts";
import { define } from "../frame/definition.ts";
import { fileOption, lossOption, settingsOptions } from "../options.ts";

export const definition = define({
  name: "dev",
  summary: "Serve the interactions handler while you edit it, and keep the commands in step.",
  details:
    "Loads the config's handler, whose default export is a handler of createInteractionHandler or an object with fetch, and gives it the variables that createInteractionHandler needs. When a file of the handler or of the commands changes, both are read anew. A mistake is printed, and the last good version goes on; interactions under way are ended by the version that began them.\n\nWithout --public-url it starts the emulator, as 'slashpass emulator' does, and sends the interactions of its players to the handler.\n\nWith --public-url, the address of a tunnel that you have started, it is the config's application at Discord. Its commands and its interactions endpoint URL are set back at the end. They are kept in a file beside the config until then: after a crash, the next start sets them back first, or --restore does. A protected environment is refused.\n\nIt runs until Ctrl-C, or until the program after -- ends; its exit code is then that of the program. With --json the result is a line, and what happens after it is a line each, as slashpass/schemas/dev-event.json has it.",
  arguments: {
    "[command...]": "After --: a program to run, with the settings in its environment.",
  },
  options: {
    ...settingsOptions,
    ...fileOption,
    "--handler <file>": "The module of the handler. Default: the one in the config.",
    "--public-url <url>":
      "The address at which Discord reaches the endpoint. Without a path, /interactions is meant.",
    "--port <number>":
      "Port on 127.0.0.1: of the emulator, or of the endpoint to which the tunnel leads. Default: a free one; with --public-url 3000.",
    "--restore": "Only set back what a crash has left, and end.",
    "-y, --yes": "Do not ask before the application is changed for --public-url.",
    ...lossOption,
    ...worldOptions,
  },
  examples: {
    dev: "Edit the handler and the commands, and try them on the emulator's page.",
    "dev --open --world world.json": "The same in your own world, with the page in the browser.",
    "dev -- npm test": "Run tests against the handler, and stop when they end.",
    "dev -e development --public-url https://game.example": "Try it in Discord, through your tunnel.",
    "dev -e development --restore": "Set back what a crash has left.",
  },
});
