import { define } from "../frame/definition.ts";

export const definition = define({
  name: "init",
  summary: "Write a config and a first file with commands.",
  details:
    "Asks for what is not given. SLASHPASS_APPLICATION_ID, SLASHPASS_GUILD_ID, SLASHPASS_API_BASE and SLASHPASS_WEB_BASE, which the emulator prints, are offered as answers. Nothing is written before the last answer, and neither file gets a secret.",
  arguments: {},
  options: {
    application: { flags: "--application <id>", summary: "The application of development." },
    guild: { flags: "--guild <id>", summary: "A guild to try commands in, where they appear at once." },
    production: { flags: "--production <id>", summary: "The application that players use." },
    format: {
      flags: "--format <name>",
      summary: "JavaScript with types, JSON with schemas, or TypeScript. Default: mjs.",
      choices: ["mjs", "json", "ts"],
    },
    withoutCommands: { flags: "--without-commands", summary: "Write no file with commands." },
    force: { flags: "--force", summary: "Overwrite existing files." },
    yes: { flags: "-y, --yes", summary: "Ask nothing: what is not given is left out." },
  },
  examples: [
    { line: "init", meaning: "Answer a few questions." },
    {
      line: "init --yes --application 1400000000000000001",
      meaning: "Ask nothing.",
    },
  ],
});
