import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The file that holds this code: one of the package, or a bundle that took it in.
 *
 * @param self - the path or URL of this code. CommonJS, which bundlers make too, has no `import.meta.url`; modules have
 *   no `__filename`.
 * @returns undefined for code that comes from no file.
 */
export function ownFile(
  self: string | undefined = typeof __filename === "string" ? __filename : import.meta.url,
): string | undefined {
  if (self?.startsWith("file:")) return fileURLToPath(self);
  return self !== undefined && isAbsolute(self) ? self : undefined;
}
