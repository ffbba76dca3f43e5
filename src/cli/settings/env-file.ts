import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { foreignOwner, foldersAbove, isOwnFile, ownFile, searchAbove } from "../../core/resolve/ownership.ts";
import { fileLimits, readProblem, readTextSync, UnusableFile } from "../../core/resolve/read-file.ts";
import { misunderstood } from "../frame/failure.ts";
import type { Surroundings } from "../frame/host.ts";

type Variables = Surroundings["env"];

interface ReadVariables {
  readonly env: Variables;
  readonly note?: string;
}

/** Reads only this program's variables. The environment takes precedence. */
export function withEnvFile(
  { env, cwd }: Pick<Surroundings, "env" | "cwd">,
  named: string | undefined,
): ReadVariables {
  if (named !== undefined) return { env: { ...readNamed(resolve(cwd, named)), ...env } };
  const path = findEnvFile(cwd);
  if (path === undefined) return { env };
  const added = readOwn(path);
  if (added instanceof UnusableFile)
    return { env, note: `${path} is not read: ${added.message}. ${added.hint}` };
  if (Object.keys(added).length === 0) return { env };
  const foreign = foreignOwner(path, searchAbove(cwd, ownFile()));
  if (!foreign && isOwnFile(path, ownFile())) return { env: { ...added, ...env } };
  const { path: where, reason } = foreign ?? { path, reason: "belongs to another user" };
  const why = `${where === path ? "it" : where} ${reason}`;
  return { env, note: `${path} is not read: ${why}. If you trust it, pass it with --env-file.` };
}

function findEnvFile(cwd: string): string | undefined {
  const folders = [cwd, ...foldersAbove(cwd)];
  const project = folders.findIndex((folder) => existsSync(join(folder, "package.json")));
  return folders
    .slice(0, Math.max(project, 0) + 1)
    .map((folder) => join(folder, ".env"))
    .find((path) => existsSync(path));
}

/** Treats an unreadable `.env` as empty, because it may belong to another program. */
function readOwn(path: string): Variables | UnusableFile {
  try {
    return parse(path);
  } catch (error) {
    return error instanceof UnusableFile ? error : {};
  }
}

function readNamed(path: string): Variables {
  try {
    return parse(path);
  } catch (error) {
    const problem = readProblem(error);
    throw misunderstood(
      problem === "ENOENT" ? `${path} does not exist.` : `${path} cannot be read (${problem}).`,
      "Check the --env-file path. 'slashpass emulator --env <file>' writes a file for the emulator.",
      "env_file_unreadable",
    );
  }
}

function parse(path: string): Variables {
  const all = Object.entries(parseEnv(readTextSync(path, fileLimits.settings)));
  return Object.fromEntries(all.filter(([name]) => name.startsWith("SLASHPASS_")));
}
