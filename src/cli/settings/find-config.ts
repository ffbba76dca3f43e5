import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { misunderstood } from "../frame/failure.ts";

/** What a config may be called. */
export const configNames: readonly string[] = ["mjs", "js", "ts", "mts", "json"].map(
  (extension) => `slashpass.config.${extension}`,
);

/**
 * The path of the config: the one that is named, or the nearest in the folder or above it.
 *
 * @throws Failure `config_missing` for a named one that is not there, `config_ambiguous` for two beside each other.
 */
export function findConfig(cwd: string, named: string | undefined): string | undefined {
  if (named !== undefined) {
    const path = resolve(cwd, named);
    if (existsSync(path)) return path;
    throw misunderstood(`There is no config at ${path}.`, "'slashpass init' writes one.", "config_missing");
  }
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = configNames.filter((name) => existsSync(join(folder, name)));
    if (found.length > 1) {
      throw misunderstood(
        `There are ${found.length} configs in ${folder}: ${found.join(", ")}.`,
        "Keep only one of them, or choose one with --config.",
        "config_ambiguous",
      );
    }
    if (found[0] !== undefined) return join(folder, found[0]);
    if (dirname(folder) === folder) return undefined;
  }
}
