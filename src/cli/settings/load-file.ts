import { once } from "node:events";
import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { readText, UnusableFile } from "../../core/resolve/read-file.ts";
import { EndedBy, type Failure, misunderstood } from "../frame/failure.ts";
import { program } from "./import-thread.ts?thread";
import { importExport, type ImportReply } from "./import-reply.ts";

export function loadFile(path: string, what: string): Promise<unknown> {
  return load(path, what, importDefault);
}

/** Like {@link loadFile}, but reloads all imports in a new thread, which sends the export as JSON. */
export function loadFileAnew(path: string, what: string): Promise<unknown> {
  return load(path, what, importInThread);
}

async function load(
  path: string,
  what: string,
  importModule: (path: string) => Promise<unknown>,
): Promise<unknown> {
  try {
    // Reading the file first rejects pipes, because importing a pipe would never finish.
    const text = await readText(path);
    return path.endsWith(".json") ? JSON.parse(text) : await untilSignal(importModule(path));
  } catch (error) {
    throw unreadable(what, path, error);
  }
}

/** Rejects on the first signal. An import cannot be canceled and may never settle. */
async function untilSignal<T>(work: Promise<T>): Promise<T> {
  const done = new AbortController();
  try {
    const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
    const ends = names.map((name) => once(process, name, done).then(() => Promise.reject(new EndedBy(name))));
    return await Promise.race<T>([work, ...ends]);
  } finally {
    done.abort();
  }
}

async function importDefault(path: string): Promise<unknown> {
  // The query bypasses the module cache.
  const value = await importExport(`${pathToFileURL(path).href}?at=${Date.now()}`);
  if (value === undefined) throw new Error("it has no default export.");
  return value;
}

async function importInThread(path: string): Promise<unknown> {
  const thread = new Worker(program, { eval: true, workerData: pathToFileURL(path).href });
  try {
    const ended = once(thread, "exit").then(() => [{ problem: "loading it exits the program." }]);
    const [answer] = (await Promise.race([once(thread, "message"), ended])) as [ImportReply];
    const { text, problem = "it has no default export.", code } = answer;
    if (text === undefined) throw Object.assign(new Error(problem), { code });
    return JSON.parse(text) as unknown;
  } finally {
    await thread.terminate();
  }
}

export function unreadable(what: string, path: string, error: unknown): Failure {
  const [reason, hint] = reasonOf(path, error);
  return misunderstood(`${what} ${path} cannot be loaded: ${reason}`, hint, "file_unreadable");
}

function reasonOf(path: string, error: unknown): readonly [reason: string, hint?: string] {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  const state = statSync(path, { throwIfNoEntry: false });
  if (!state) return ["it does not exist.", "Check its path."];
  if (state.isDirectory()) return ["it is a folder.", "Specify a file."];
  if (error instanceof UnusableFile) return [`${error.message}.`, error.hint];
  if (code === "EACCES") return ["you do not have permission to read it.", "Change the file's permissions."];
  if (state.size === 0) return ["it is empty.", "Add content to it."];
  if (code === "ERR_UNKNOWN_FILE_EXTENSION" && isTypeScript(path)) {
    const version = `Node ${process.versions.node} cannot read TypeScript.`;
    return [version, "Use Node 22.18 or later, or write JavaScript (.mjs)."];
  }
  return [error instanceof Error ? error.message : String(error)];
}

export function isTypeScript(path: string): boolean {
  return /\.[mc]?ts$/.test(path);
}
