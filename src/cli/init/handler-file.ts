import { variables } from "../frame/variables.ts";
import { extensionOf, type Format } from "./write-files.ts";

export function handlerName(format: Format, folder: string): string {
  return `handler.${format === "json" ? "mjs" : extensionOf(format, folder)}`;
}

const library = `import { createInteractionHandler, defineCommand } from "slashpass/interactions";`;

const heads: Readonly<Record<Format, (file: string) => string>> = {
  mjs: (file) => `${library}\nimport commands from "./${file}";\n`,
  ts: (file) => `${library}\nimport commands from "./${file}";\n`,
  json: (file) => `import { readFileSync } from "node:fs";
${library}

const file = new URL("${file}", import.meta.url);
/** @type {{ commands: { name: string, description: string }[] }} */
const { commands } = JSON.parse(readFileSync(file, "utf8").replace("\\uFEFF", ""));
`,
};

export function handlerText(format: Format, commands: string): string {
  const type = "Record<string, string>";
  const answers =
    format === "ts" ? `const answers: ${type} = {` : `/** @type {${type}} */\nconst answers = {`;
  return `// Answers the commands. 'slashpass dev' serves it, and loads it anew whenever it changes.
${heads[format](commands)}
// By the names of the commands.
${answers}
  ping: "It works.",
  score: "Nobody has scored yet.",
};

export default createInteractionHandler({
  publicKey: process.env["${variables.publicKey}"] ?? "",
  apiBase: process.env["${variables.apiBase}"], // the emulator's; not set for Discord
  commands: commands.map((command) =>
    defineCommand({
      ...command,
      handle: (interaction) =>
        interaction.reply({ content: answers[command.name] ?? \`/\${command.name} has no answer yet.\` }),
    }),
  ),
});
`;
}
