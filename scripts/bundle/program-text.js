// Supports `import { program } from "./main.tsx?program"` (a browser program as a string), `"./main.ts?thread"` (a program for a
// Node thread) and `import { text } from "./file?text"`, in the build and in tests. Unlike files, strings still work if a game is
// bundled into one file and moved. Writes the notices of packages included in browser programs.
import { readFileSync } from "node:fs";
import { rolldown } from "rolldown";
import { noticesFor } from "../carried-packages.js";

/** @typedef {{ platform: "browser" | "node", format: "iife" | "cjs", target?: string }} Kind */

/** @type {Readonly<Record<string, Kind>>} */
const kinds = {
  "?program": { platform: "browser", format: "iife" },
  // For `new Worker(text, { eval: true })`.
  "?thread": { platform: "node", format: "cjs", target: "node20.19" },
};

/** @param {string} id */
function partsOf(id) {
  const [, file = id, suffix = ""] = /^(.+)(\?\w+)$/.exec(id) ?? [];
  return { file, suffix, kind: kinds[suffix], isText: suffix === "?text" };
}

export function programText() {
  /** @type {string[]} */
  const carried = [];
  return {
    name: "program-text",
    /** @this {{ resolve(source: string, importer?: string): Promise<{ id: string } | null> }} */
    async resolveId(/** @type {string} */ source, /** @type {string | undefined} */ importer) {
      const { file, suffix, kind, isText } = partsOf(source);
      if (!kind && !isText) return null;
      const found = await this.resolve(file, importer);
      return found && found.id + suffix;
    },
    async load(/** @type {string} */ id) {
      const { file, kind, isText } = partsOf(id);
      if (isText) return `export const text = ${JSON.stringify(readFileSync(file, "utf8"))};`;
      if (!kind) return null;
      const { code, moduleIds } = await bundleOf(file, kind);
      if (kind.platform === "browser") carried.push(...moduleIds);
      return `export const program = ${JSON.stringify(code)};`;
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

/**
 * @param {string} input
 * @param {Kind} kind
 */
async function bundleOf(input, { platform, format, target }) {
  const bundle = await rolldown({ input, platform, ...(target && { transform: { target } }) });
  const { output } = await bundle.generate({ format, comments: false, minify: true });
  return output[0];
}
