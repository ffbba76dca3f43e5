import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { misunderstood } from "../frame/failure.ts";

/**
 * What a file of the person holds: JSON, or the default export of a module.
 *
 * @param what - names the file in errors, for example `The config`.
 * @throws Failure `file_unreadable`.
 */
export async function loadFile(path: string, what: string): Promise<unknown> {
  try {
    return path.endsWith(".json") ? JSON.parse(await readFile(path, "utf8")) : await importDefault(path);
  } catch (error) {
    throw misunderstood(
      `${what} ${path} cannot be loaded: ${reasonOf(error)}`,
      hintFor(path, error),
      "file_unreadable",
    );
  }
}

async function importDefault(path: string): Promise<unknown> {
  // The date makes a changed file a new module, so that watching sees it.
  const { default: value } = (await import(`${pathToFileURL(path).href}?at=${Date.now()}`)) as {
    default?: unknown;
  };
  if (value === undefined) throw new Error("it has no default export.");
  return value;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function hintFor(path: string, error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return code === "ERR_UNKNOWN_FILE_EXTENSION" && /\.m?ts$/.test(path)
    ? `Node ${process.versions.node} does not read TypeScript: take Node 22.18 or later, or write JavaScript (.mjs).`
    : undefined;
}
