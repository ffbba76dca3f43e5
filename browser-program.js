// Makes `import { program } from "./main.tsx?program"` give a browser program as one text, in the build and in the tests alike.
// Packages that are in it have their notices in a file beside the bundle.
import { rolldown } from "rolldown";
import { noticesFor } from "./scripts/carried-packages.js";

const suffix = "?program";

export function browserProgram() {
  /** @type {string[]} */
  const carried = [];
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
      const { output } = await bundle.generate({ format: "iife", comments: false, minify: true });
      carried.push(...output[0].moduleIds);
      return `export const program = ${JSON.stringify(output[0].code)};`;
    },
    /** @this {{ emitFile(file: { type: "asset", fileName: string, source: string }): string }} */
    generateBundle() {
      if (carried.length === 0) return;
      this.emitFile({
        type: "asset",
        fileName: "emulator/third-party-notices.txt",
        source: noticesFor(carried),
      });
    },
  };
}
