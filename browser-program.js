// Makes `import { program } from "./main.ts?program"` give a browser program as one text, in the build and in the tests alike.
import { rolldown } from "rolldown";

const suffix = "?program";

export function browserProgram() {
  return {
    name: "browser-program",
    /** @this {{ resolve(source: string, importer?: string): Promise<{ id: string } | null> }} */
    async resolveId(/** @type {string} */ source, /** @type {string | undefined} */ importer) {
      if (!source.endsWith(suffix)) return null;
      const found = await this.resolve(source.slice(0, -suffix.length), importer);
      return found && found.id + suffix;
    },
    async load(/** @type {string} */ id) {
      if (!id.endsWith(suffix)) return null;
      const bundle = await rolldown({ input: id.slice(0, -suffix.length), platform: "browser" });
      const { output } = await bundle.generate({ format: "iife", comments: false });
      return `export const program = ${JSON.stringify(output[0].code)};`;
    },
  };
}
