// The schemas of what the program prints and of the files that it reads, for programs and editors: dist/schemas.
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../src/cli/schemas/", import.meta.url);

export function programSchemas() {
  return {
    name: "program-schemas",
    /** @this {{ emitFile(file: { type: "asset", fileName: string, source: string }): string }} */
    generateBundle() {
      for (const name of readdirSync(folder)) {
        // Without line breaks: people read the documents.
        const source = JSON.stringify(JSON.parse(readFileSync(new URL(name, folder), "utf8")));
        this.emitFile({ type: "asset", fileName: `schemas/${name}`, source });
      }
    },
  };
}
