import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The file that holds this code: one of the package, or a bundle that took it in.
 *
 * @param names - what may name it, the surest first. CommonJS, which bundlers make too, has no `import.meta.url`; modules
 *   have no `__filename`, but see the one of `node --eval` and of a worker's source text, which is no path.
 * @returns undefined for code that comes from no file.
 */
export function ownFile(
  names: readonly (string | false | undefined)[] = [
    typeof __filename === "string" && __filename,
    import.meta.url,
  ],
): string | undefined {
  return names.map(pathOf).find((path) => path !== undefined);
}

function pathOf(name: string | false | undefined): string | undefined {
  if (typeof name !== "string") return undefined;
  if (name.startsWith("file:")) return fileURLToPath(name);
  return isAbsolute(name) ? name : undefined;
}
