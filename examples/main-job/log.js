import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates a directory for the client's log file; `close` removes it. */
export async function openLog() {
  const dir = await mkdtemp(join(tmpdir(), "slashpass-demo-"));
  return { dir, close: () => rm(dir, { recursive: true, force: true }) };
}

/**
 * Returns the last lines of the log file in `dir`, without the date, truncated to `width`.
 *
 * @param {string} dir
 * @param {number} count
 * @param {number} width
 */
export async function lastLines(dir, count, width) {
  const text = await readFile(join(dir, "discord.log"), "utf8");
  const lines = text.trimEnd().split("\n").slice(-count);
  return lines
    .map((line) => line.slice("2026-11-21T".length))
    .map((line) => (line.length > width ? `${line.slice(0, width - 1)}…` : line));
}
