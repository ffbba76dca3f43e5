// A thread of the logging benchmark. Logs at a constant rate and measures each burst of lines. As a worker, reads the logger's
// name and the duration from its workerData and posts the result.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import pino from "pino";
import { rolldown } from "rolldown";
import { floor } from "./floor/floor.js";
import { createLines, createSecrets } from "./log-lines.js";

const secrets = createSecrets(4);
const lines = createLines(secrets);
const built = new URL("../../build/bench/", import.meta.url);

/** Bundles the log's internal modules before the threads start. */
export async function buildLog() {
  for (const name of ["logger", "redactor"]) {
    const input = new URL(`../../src/log/${name}.ts`, import.meta.url).pathname;
    const bundle = await rolldown({ input, platform: "node", transform: { target: "node20.19" } });
    await bundle.write({ dir: built.pathname });
  }
}

/**
 * @typedef {{ log: (line: string) => void, close: () => Promise<void>, file: string }} Way
 * @typedef {"nothing" | "slashpass" | "pino"} WayName
 */

/** @type {Record<WayName, (folder: string, burstMs: number) => Promise<Way>>} */
const variants = {
  async nothing(folder, burstMs) {
    const each = burstMs / 100;
    // Uses the thread's processor time, so interruptions do not shorten the burst.
    const log = () => {
      for (const start = floor.threadCpu(); floor.threadCpu() - start < each;);
    };
    return { log, close: async () => {}, file: join(folder, "none") };
  },
  async slashpass(folder) {
    const { Logger, LoggingSeverity } = await import(new URL("logger.js", built).href);
    const { createRedactor } = await import(new URL("redactor.js", built).href);
    const redactor = createRedactor({ secrets });
    const logger = new Logger(() => redactor);
    logger.setDir(folder, LoggingSeverity.Verbose);
    const log = (/** @type {string} */ line) => logger.log(LoggingSeverity.Info, "http", line);
    return { log, close: () => logger.close(), file: join(folder, "discord.log") };
  },
  async pino(folder) {
    const file = join(folder, "pino.log");
    const destination = pino.destination({ dest: file, sync: false, minLength: 4096 });
    const logger = pino({ redact: ["access_token"] }, destination);
    const close = async () => {
      destination.flushSync();
      destination.end();
    };
    return { log: (line) => logger.info({ component: "http" }, line), close, file };
  },
};

/** The initial period, in which the engine compiles hot code. */
const firstMs = 1000;

/**
 * The durations of a thread's bursts, in milliseconds.
 *
 * @typedef {object} Kept
 * @property {number[]} computed - processor time per burst
 * @property {number} first - the longest processor time while the engine compiled, not included in `computed`
 */

/**
 * @param {WayName} name
 * @param {{ seconds: number, linesPerMs: number, burstMs: number }} how - `burstMs` is the duration of a `nothing` burst.
 * @returns {Promise<Kept>}
 */
export async function pace(name, { seconds, linesPerMs, burstMs }) {
  const folder = mkdtempSync(join(tmpdir(), "slashpass-log-bench-"));
  const variant = await variants[name](folder, burstMs);
  /** @type {Kept} */
  const totals = { computed: [], first: 0 };
  const start = performance.now();
  let written = 0;
  while (performance.now() - start < seconds * 1000) {
    // After a delay caused by the machine, a burst has at most twice as many lines.
    const due = Math.min(written + 2 * linesPerMs, Math.floor((performance.now() - start) * linesPerMs));
    const began = performance.now();
    const computedBefore = floor.threadCpu();
    while (written < due) variant.log(lines[written++ % lines.length] ?? "");
    const computed = floor.threadCpu() - computedBefore;
    if (began - start < firstMs) totals.first = Math.max(totals.first, computed);
    else totals.computed.push(computed);
    await sleep(1);
  }
  await variant.close();
  rmSync(folder, { recursive: true });
  return totals;
}

/**
 * Logs lines as fast as possible. Returns the number of lines that are neither in the file nor reported as dropped, the number of
 * dropped lines, and the process's memory growth in MB.
 *
 * @param {number} count
 */
export async function overload(count) {
  const folder = mkdtempSync(join(tmpdir(), "slashpass-log-bench-"));
  const variant = await variants.slashpass(folder, 0);
  const before = process.memoryUsage.rss();
  let most = 0;
  for (let index = 0; index < count; index++) {
    variant.log(lines[index % lines.length] ?? "");
    if (index % 50_000 === 0) most = Math.max(most, process.memoryUsage.rss() - before);
  }
  await variant.close();
  const text = readFileSync(variant.file, "utf8");
  rmSync(folder, { recursive: true });
  const dropped = [...text.matchAll(/\[log\] (\d+) lines were dropped/g)];
  const droppedLines = dropped.reduce((sum, [, lost]) => sum + Number(lost), 0);
  const totals = text.split("\n").length - 1 - dropped.length;
  return {
    unaccounted: count - totals - droppedLines,
    dropped: droppedLines,
    grewMb: Math.round(most / 1e6),
  };
}

if (!isMainThread) parentPort?.postMessage(await pace(workerData.name, workerData.how), []);
