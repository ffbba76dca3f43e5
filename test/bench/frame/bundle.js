import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const root = new URL("../../..", import.meta.url).pathname;

/**
 * Bundles `program` for Node and returns its minified and gzipped size. Lazily loaded parts are counted separately.
 *
 * @param {string} program - a module's source.
 */
export async function bundledSize(program) {
  const build = await rolldown({
    input: "program",
    cwd: root,
    platform: "node",
    logLevel: "silent",
    plugins: [
      {
        name: "program",
        resolveId: (id) => (id === "program" ? { id: `${root}program.js` } : undefined),
        load: (id) => (id === `${root}program.js` ? program : undefined),
      },
    ],
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  const files = new Map(output.map((file) => [file.fileName, file]));
  const started = new Set([output[0].fileName]);
  for (const name of started) {
    const file = files.get(name);
    if (file && "imports" in file) for (const imported of file.imports) started.add(imported);
  }
  let atStart = 0;
  let later = 0;
  for (const [name, file] of files) {
    const size = gzipSync("code" in file ? file.code : file.source, { level: 9 }).length;
    if (started.has(name)) atStart += size;
    else later += size;
  }
  return { atStart, later };
}

/** @param {string} entry */
const handlerOf = (entry) => `import { createInteractionHandler, defineCommand } from "${entry}";
    const greet = defineCommand({ name: "greet", description: "Greets", handle: (used) => used.reply({ content: "Hello" }) });
    export const handler = createInteractionHandler({ publicKey: "0".repeat(64), commands: [greet] });`;

/** Programs that each use one export of the package. */
export const ownPrograms = {
  verifyInteraction: `export { verifyInteraction } from "slashpass/interactions";`,
  handler: handlerOf("slashpass/interactions"),
  productionHandler: handlerOf("slashpass/interactions/production"),
  Client: `export { Client } from "slashpass";`,
  CommandsClient: `export { CommandsClient } from "slashpass/commands";`,
};
