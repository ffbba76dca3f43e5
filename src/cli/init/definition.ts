import { define } from "../frame/definition.ts";

export const definition = define({
  name: "init",
  summary: "Write a config, first commands and a handler that answers them.",
  details:
    "Asks for what is not given. SLASHPASS_APPLICATION_ID, SLASHPASS_GUILD_ID, SLASHPASS_API_BASE and SLASHPASS_WEB_BASE, which the emulator prints, are offered as answers. Nothing is written before the last answer, and no file gets a secret. Where there is a package.json without a script dev, it gets one, which starts 'slashpass dev'.",
  options: {
    "--application <id>": "The application of development.",
    "--guild <id>": "A guild to try commands in, where they appear at once.",
    "--production <id>": "The application that players use.",
    "--format <name>": {
      summary: "JavaScript with types, JSON with schemas, or TypeScript. Default: mjs.",
      choices: ["mjs", "json", "ts"],
    },
    "--activity": "Write an Activity for two players too: its server and its page.",
    "--without-commands": "Write no commands and no handler.",
    "--force": "Overwrite existing files.",
    "-y, --yes": "Ask nothing: what is not given is left out.",
  },
  examples: {
    init: "Answer a few questions.",
    "init --yes --application 1400000000000000001": "Ask nothing.",
    "init --activity": "Begin an Activity, which 'node start.js' shows at the emulator.",
  },
});
