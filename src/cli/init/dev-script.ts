import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../core/check/readers.ts";

/**
 * The folder's package.json with the script `dev`, which starts `slashpass dev`.
 *
 * @returns undefined where there is no package.json, or it has such a script already.
 */
export function withDevScript(folder: string): { readonly path: string; readonly text: string } | undefined {
  const path = join(folder, "package.json");
  const text = read(path);
  const manifest = text === undefined ? undefined : parse(text);
  const { scripts = {} } = manifest ?? {};
  if (text === undefined || !manifest || !isObject(scripts) || Object.hasOwn(scripts, "dev"))
    return undefined;
  const indent = /^[ \t]+/m.exec(text)?.[0] ?? "  ";
  const whole = { ...manifest, scripts: { ...scripts, dev: "slashpass dev" } };
  return { path, text: `${JSON.stringify(whole, null, indent)}\n` };
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
