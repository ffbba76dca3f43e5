import { join } from "node:path";
import { isObject } from "../../core/check/readers.ts";
import { fileLimits, readBytesSync, readTextSync, UnusableFile } from "../../core/resolve/read-file.ts";
import { unreadable } from "../settings/load-file.ts";

/**
 * @returns `undefined` if it is missing, cannot be opened, or is not a JSON object.
 * @throws Failure `file_unreadable` if it is not a regular file in UTF-8.
 */
export function readManifest(folder: string) {
  const path = join(folder, "package.json");
  try {
    const text = readTextSync(path);
    const manifest: unknown = JSON.parse(text);
    return isObject(manifest) ? { path, text, manifest } : undefined;
  } catch (error) {
    if (error instanceof UnusableFile) throw unreadable("The file", path, error);
    return undefined;
  }
}

/**
 * Preserves indentation, line endings and byte order mark.
 *
 * @returns `undefined` if there is no package.json, or it already has such a script.
 * @throws the errors of {@link readManifest}.
 */
export function withDevScript(folder: string): { readonly path: string; readonly text: string } | undefined {
  const found = readManifest(folder);
  if (!found) return undefined;
  const { path, text, manifest } = found;
  const { scripts = {} } = manifest;
  if (!isObject(scripts) || Object.hasOwn(scripts, "dev")) return undefined;
  const indent = /^[ \t]+/m.exec(text)?.[0] ?? "  ";
  const whole = { ...manifest, scripts: { ...scripts, dev: "slashpass dev" } };
  const lines = `${JSON.stringify(whole, null, indent)}\n`;
  const mark = readBytesSync(path, fileLimits.data)[0] === 0xef ? "\uFEFF" : "";
  return { path, text: mark + (text.includes("\r\n") ? lines.replaceAll("\n", "\r\n") : lines) };
}
