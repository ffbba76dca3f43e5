import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { foreignOwner, isOwnFile, sayRefused, searchAbove } from "../../core/resolve/ownership.ts";
import { ownFile } from "../../core/resolve/own-file.ts";
import { misunderstood } from "../frame/failure.ts";

/** What a config may be called. */
export const configNames: readonly string[] = ["mjs", "js", "ts", "mts", "json"].map(
  (extension) => `slashpass.config.${extension}`,
);

/** A config, and whether it speaks for this user: it was named, or nobody else owns it. */
export interface FoundConfig {
  readonly path: string;
  readonly isOwn: boolean;
}

/**
 * The config that is named, whoever owns it, or the nearest in the folder or above it.
 *
 * @throws Failure `config_missing` for a named one that is not there, `config_ambiguous` for two beside each other,
 *   `config_foreign` for one that another user may have put there.
 */
export function findConfig(cwd: string, named: string | undefined): FoundConfig | undefined {
  if (named !== undefined) {
    const path = resolve(cwd, named);
    if (existsSync(path)) return { path, isOwn: true };
    throw misunderstood(`There is no config at ${path}.`, "'slashpass init' writes one.", "config_missing");
  }
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = configNames.filter((name) => existsSync(join(folder, name)));
    for (const name of found) refusePlanted(join(folder, name), cwd);
    if (found.length > 1) {
      throw misunderstood(
        `There are ${found.length} configs in ${folder}: ${found.join(", ")}.`,
        "Keep only one of them, or choose one with --config.",
        "config_ambiguous",
      );
    }
    const path = found[0] === undefined ? undefined : join(folder, found[0]);
    if (path !== undefined) return { path, isOwn: isOwnFile(path, ownFile()) };
    if (dirname(folder) === folder) return undefined;
  }
}

function refusePlanted(path: string, cwd: string): void {
  const foreign = foreignOwner(path, searchAbove(cwd, ownFile()));
  if (!foreign) return;
  throw misunderstood(
    `The config ${path} is not used: ${foreign.path === path ? "it" : foreign.path} ${foreign.reason}.`,
    "A config can run programs as you, and say where your secrets go. If you trust this one, name it with --config; else work in another folder, or have a config of your own there.",
    "config_foreign",
  );
}

/**
 * Refuses a file with commands that nobody named on the command line, and that another user may have put there.
 *
 * @throws Failure `file_foreign`.
 */
export function refusePlantedCommands(path: string): void {
  const foreign = foreignOwner(path, searchAbove(dirname(path), ownFile()));
  if (!foreign) return;
  throw misunderstood(sayRefused(foreign), "If you trust it, name it with --file.", "file_foreign");
}
