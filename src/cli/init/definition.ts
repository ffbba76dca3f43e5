import { define } from "../frame/definition.ts";

export const definition = define({
  name: "init",
  summary: "Write a config, first commands and a handler that answers them.",
  details:
    "Asks for what is not given. The emulator needs no account at Discord. SLASHPASS_APPLICATION_ID, SLASHPASS_GUILD_ID, SLASHPASS_API_BASE and SLASHPASS_WEB_BASE, which the emulator prints, are offered as answers. Nothing is written before the last answer, and no file contains a secret. A package.json without a script named dev gets one that starts 'slashpass dev'. Ends with the next steps, as commands to type.",
  options: {
    "--emulator":
      "Use the emulator's application for development. Default of --yes, unless a variable names an application.",
    "--application <id>": "The application for development, from the developer portal.",
    "--guild <id>": "A guild for testing commands, which appear there at once.",
    "--production <id>": "The application that players use.",
    "--format <name>": {
      summary: "JavaScript with types, JSON with schemas, or TypeScript. Default: mjs.",
      choices: ["mjs", "json", "ts"],
    },
    "--activity": "Write an Activity for two players too: its server and its page.",
    "--without-commands": "Write no commands and no handler.",
    "--force": "Overwrite existing files.",
    "-y, --yes": "Do not prompt; omit missing values.",
  },
  examples: {
    init: "Answer a few questions.",
    "init --yes": "Do not prompt, and use the emulator.",
    "init --yes --application 1400000000000000001": "Do not prompt, and use your application.",
    "init --activity": "Create an Activity, which 'node start.js' runs in the emulator.",
  },
});
