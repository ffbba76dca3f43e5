import { readFileSync } from "node:fs";
import { join } from "node:path";

/** How the files are written. */
export type Format = "mjs" | "json" | "ts";

/** The formats that this Node reads: TypeScript from 22.18 and 23.6 on (nodejs.org, "Type stripping"). */
export function readableFormats(features: object): readonly Format[] {
  const { typescript } = features as { readonly typescript?: unknown };
  return typescript ? ["mjs", "json", "ts"] : ["mjs", "json"];
}

/** How the names of the files end. Node warns of `.ts` in a folder whose package.json does not say that it holds modules. */
export function extensionOf(format: Format, folder: string): string {
  return format === "ts" && !saysModule(folder) ? "mts" : format;
}

function saysModule(folder: string): boolean {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { type?: unknown };
    return manifest.type === "module";
  } catch {
    return false;
  }
}
