import { createRequire } from "node:module";
import { ownFile } from "./own-file.ts";

/**
 * The file of a module that is installed, by Node's own rules (Plug'n'Play changes them): as this code would import it, else as
 * a module beside the running program would, for a program that is one file.
 *
 * Looked for when it is needed: bundlers move this code, and a bundle fails at once on what is resolved at import.
 */
export function findModule(
  name: string,
  files: readonly (string | undefined)[] = [ownFile(), process.execPath],
): string | undefined {
  for (const file of files) {
    try {
      if (file !== undefined) return createRequire(file).resolve(name);
    } catch {
      // Not from there.
    }
  }
  return undefined;
}
