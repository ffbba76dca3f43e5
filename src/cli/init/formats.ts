import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

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
  return readManifest(folder)?.type === "module";
}

/** What the nearest package.json says of the files in a folder; undefined where it leaves it to Node. */
export function moduleKindOf(folder: string): unknown {
  const manifest = readManifest(folder);
  if (manifest) return manifest.type;
  const above = dirname(folder);
  return above === folder ? undefined : moduleKindOf(above);
}

function readManifest(folder: string): { readonly type?: unknown } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { type?: unknown };
  } catch {
    return undefined;
  }
}
