import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { misunderstood } from "../frame/failure.ts";
import { program } from "./import-thread.ts?thread";
import type { ImportReply } from "./import-reply.ts";

/**
 * What a file of the person holds: JSON, or the default export of a module.
 *
 * @param what - names the file in errors, for example `The config`.
 * @throws Failure `file_unreadable`.
 */
export function loadFile(path: string, what: string): Promise<unknown> {
  return load(path, what, importDefault);
}

/**
 * The same, with all imports of a module as they are now. Its exports come as JSON would have them.
 *
 * @throws Failure `file_unreadable`.
 */
export function loadFileAnew(path: string, what: string): Promise<unknown> {
  return load(path, what, importInThread);
}

async function load(
  path: string,
  what: string,
  importModule: (path: string) => Promise<unknown>,
): Promise<unknown> {
  try {
    return path.endsWith(".json") ? JSON.parse(await readFile(path, "utf8")) : await importModule(path);
  } catch (error) {
    if (!existsSync(path)) {
      throw misunderstood(
        `${what} ${path} is not there.`,
        "Write it, or name another file.",
        "file_unreadable",
      );
    }
    const problem = `${what} ${path} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
    throw misunderstood(problem, hintFor(path, error), "file_unreadable");
  }
}

async function importDefault(path: string): Promise<unknown> {
  // The date makes a changed file a new module.
  const { default: value } = (await import(`${pathToFileURL(path).href}?at=${Date.now()}`)) as {
    default?: unknown;
  };
  if (value === undefined) throw new Error("it has no default export.");
  return value;
}

async function importInThread(path: string): Promise<unknown> {
  const thread = new Worker(program, { eval: true, workerData: pathToFileURL(path).href });
  try {
    const ended = once(thread, "exit").then(() => [{ problem: "loading it ends the program." }]);
    const [answer] = (await Promise.race([once(thread, "message"), ended])) as [ImportReply];
    const { text, problem = "it has no default export.", code } = answer;
    if (text === undefined) throw Object.assign(new Error(problem), { code });
    return JSON.parse(text) as unknown;
  } finally {
    await thread.terminate();
  }
}

function hintFor(path: string, error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return code === "ERR_UNKNOWN_FILE_EXTENSION" && /\.m?ts$/.test(path)
    ? `Node ${process.versions.node} cannot read TypeScript: use Node 22.18 or later, or write JavaScript (.mjs).`
    : undefined;
}
