import { define } from "../frame/definition.ts";

export const definition = define({
  name: "init",
  summary: "Create a config, example commands and their handler, or an Electron game.",
  details:
    "Prompts for missing values. The emulator does not require a Discord account. SLASHPASS_APPLICATION_ID, SLASHPASS_GUILD_ID, SLASHPASS_API_BASE and SLASHPASS_WEB_BASE, which the emulator prints, are used as default answers. Files are written after the last prompt and do not contain secrets. If package.json has no 'dev' script, adds one that runs 'slashpass dev'. Prints the next steps as commands.",
  options: {
    "--emulator":
      "Use the emulator's application for development. Default with --yes, unless a variable sets an application.",
    "--application <id>": "The application for development, from the developer portal.",
    "--guild <id>": "A guild for testing commands, where they appear immediately.",
    "--production <id>": "The application that players use.",
    "--format <name>": {
      summary: "JavaScript with types, JSON with schemas, or TypeScript. Default: mjs.",
      choices: ["mjs", "json", "ts"],
    },
    "--activity": "Also create an Activity for two players, with its server and page.",
    "--electron":
      "Create an Electron game that signs players in, with a test, instead of a config and commands.",
    "--without-commands": "Skip the commands and the handler.",
    "--force": "Overwrite existing files.",
    "-y, --yes": "Skip prompts and omit missing values.",
  },
  examples: {
    init: "Answer a few questions.",
    "init --yes": "Do not prompt, and use the emulator.",
    "init --yes --application 1400000000000000001": "Do not prompt, and use your application.",
    "init --electron --yes": "Create an Electron game; 'npm test' signs a player in with the emulator.",
    "init --activity": "Create an Activity; 'node start.js' runs it in the emulator.",
  },
});
