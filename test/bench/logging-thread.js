// One thread of the logging bench: logs at an even pace, and tells how long each burst of lines kept it. In a thread of its own
// that is the message to its parent: the way's name and the seconds are its workerData.
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

/** The modules of the log, which no entry shows: once, before any thread asks for them. */
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
const ways = {
  async nothing(folder, burstMs) {
    const each = burstMs / 100;
    // By its own time: what interrupts it makes it no shorter, as it makes no line shorter.
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

/** Milliseconds in which the engine compiles what runs all the time. */
const firstMs = 1000;

/**
 * What kept a thread, in milliseconds.
 *
 * @typedef {object} Kept
 * @property {number[]} wall - each burst by the clock
 * @property {number[]} computed - each burst in processor time of the thread
 * @property {number} first - the longest processor time of a burst while the engine compiled: those are not among the others
 */

/**
 * @param {WayName} name
 * @param {{ seconds: number, linesPerMs: number, burstMs: number }} how `burstMs`: how long a burst of nothing computes
 * @returns {Promise<Kept>}
 */
export async function pace(name, { seconds, linesPerMs, burstMs }) {
  const folder = mkdtempSync(join(tmpdir(), "slashpass-log-bench-"));
  const way = await ways[name](folder, burstMs);
  /** @type {Kept} */
  const kept = { wall: [], computed: [], first: 0 };
  const start = performance.now();
  let written = 0;
  while (performance.now() - start < seconds * 1000) {
    // After a late turn of the loop twice as many at once: the delay of the machine is not counted as a long burst of ours.
    const due = Math.min(written + 2 * linesPerMs, Math.floor((performance.now() - start) * linesPerMs));
    const computedBefore = floor.threadCpu();
    const began = performance.now();
    while (written < due) way.log(lines[written++ % lines.length] ?? "");
    const wall = performance.now() - began;
    const computed = floor.threadCpu() - computedBefore;
    if (began - start < firstMs) kept.first = Math.max(kept.first, computed);
    else {
      kept.wall.push(wall);
      kept.computed.push(computed);
    }
    await sleep(1);
  }
  await way.close();
  rmSync(folder, { recursive: true });
  return kept;
}

/**
 * As many lines at once as the thread can give: how many of them are neither in the file nor among those that the file says
 * were dropped, how many were dropped, and how far the process grew, in MB.
 *
 * @param {number} count
 */
export async function overload(count) {
  const folder = mkdtempSync(join(tmpdir(), "slashpass-log-bench-"));
  const way = await ways.slashpass(folder, 0);
  const before = process.memoryUsage.rss();
  let most = 0;
  for (let index = 0; index < count; index++) {
    way.log(lines[index % lines.length] ?? "");
    if (index % 50_000 === 0) most = Math.max(most, process.memoryUsage.rss() - before);
  }
  await way.close();
  const text = readFileSync(way.file, "utf8");
  rmSync(folder, { recursive: true });
  const dropped = [...text.matchAll(/\[log\] (\d+) lines were dropped/g)];
  const droppedLines = dropped.reduce((sum, [, lost]) => sum + Number(lost), 0);
  const kept = text.split("\n").length - 1 - dropped.length;
  return { unaccounted: count - kept - droppedLines, dropped: droppedLines, grewMb: Math.round(most / 1e6) };
}

if (!isMainThread) parentPort?.postMessage(await pace(workerData.name, workerData.how), []);
