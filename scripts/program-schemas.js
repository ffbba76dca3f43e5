// Creates dist/schemas: schemas of the command-line program's output and input files, for other programs and editors.
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

export function programSchemas() {
  return {
    name: "program-schemas",
    /** @this {{ emitFile(file: { type: "asset", fileName: string, source: string }): string }} */
    async generateBundle() {
      for (const [name, schema] of Object.entries(await schemaFiles()))
        this.emitFile({ type: "asset", fileName: `schemas/${name}`, source: JSON.stringify(schema) });
    },
  };
}

/**
 * Bundles and runs schemas/index.ts, because older versions of Node.js do not run TypeScript. @returns {Promise<Record<string,
 * object>>}
 */
async function schemaFiles() {
  const bundle = await rolldown({
    input: fileURLToPath(new URL("schemas/index.ts", import.meta.url)),
    platform: "node",
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const code = Buffer.from(output[0].code).toString("base64");
  return (await import(`data:text/javascript;base64,${code}`)).schemaFiles;
}
