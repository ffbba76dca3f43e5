// Creates dist/schemas: the schemas of the program's output and input files, for programs and editors.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const folder = new URL("../src/cli/schemas/", import.meta.url);

export function programSchemas() {
  return {
    name: "program-schemas",
    /** @this {{ emitFile(file: { type: "asset", fileName: string, source: string }): string }} */
    async generateBundle() {
      const schemas = readdirSync(folder).map(
        (name) => /** @type {const} */ ([name, JSON.parse(readFileSync(new URL(name, folder), "utf8"))]),
      );
      for (const [name, schema] of [...schemas, ["commands.json", await commandsSchema()]])
        this.emitFile({ type: "asset", fileName: `schemas/${name}`, source: JSON.stringify(schema) });
    },
  };
}

/** The schema of a commands file, generated from the facts that the rules use. */
async function commandsSchema() {
  const bundle = await rolldown({
    input: fileURLToPath(new URL("commands-schema.ts", import.meta.url)),
    platform: "node",
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const code = Buffer.from(output[0].code).toString("base64");
  const generator = await import(`data:text/javascript;base64,${code}`);
  return generator.commandsSchema();
}
