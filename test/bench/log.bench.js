// node test/bench/log.bench.js: 100,000 log lines per second from one thread, and how long the event loop is kept
// waiting meanwhile; in turn with the same pace with nothing written, since the machine has delays of its own. Needs `npm run build:native`.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { rolldown } from "rolldown";
import { createLines, createSecrets } from "./log-lines.js";

const { Logger, LoggingSeverity } = await build("logger");
const { createRedactor } = await build("redactor");

const rounds = 6;
const seconds = 5;
const linesPerMillisecond = 100;
// The monitor's timer waits this long by itself; what it takes beyond is delay.
const resolutionMs = 1;
const secrets = createSecrets(4);
const lines = createLines(secrets);

/**
 * A module of the log that no entry shows.
 *
 * @param {string} name
 */
async function build(name) {
  const input = new URL(`../../src/log/${name}.ts`, import.meta.url).pathname;
  const folder = new URL("../../build/bench/", import.meta.url);
  const bundle = await rolldown({ input, platform: "node", transform: { target: "node20.19" } });
  await bundle.write({ dir: folder.pathname });
  return import(new URL(`${name}.js`, folder).href);
}

/**
 * Logs at an even pace; the longest and the usual time that one turn of the loop takes, in milliseconds.
 *
 * @param {(line: string) => void} log
 */
async function pace(log) {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const start = performance.now();
  let written = 0;
  let longest = 0;
  while (written < seconds * 1000 * linesPerMillisecond) {
    const turn = performance.now();
    const due = Math.floor(turn - start) * linesPerMillisecond;
    while (written < due) log(lines[written++ % lines.length] ?? "");
    longest = Math.max(longest, performance.now() - turn);
    await setImmediate();
  }
  delay.disable();
  return {
    took: (performance.now() - start) / 1000,
    longest,
    p99: delay.percentile(99) / 1e6 - resolutionMs,
    max: delay.max / 1e6 - resolutionMs,
  };
}

const redactor = createRedactor({ secrets });

async function logLines() {
  const folder = mkdtempSync(join(tmpdir(), "slashpass-log-bench-"));
  const logger = new Logger(() => redactor);
  logger.setDir(folder, LoggingSeverity.Verbose);
  const paced = await pace((line) => logger.log(LoggingSeverity.Info, "http", line));
  await logger.close();
  const stored = readFileSync(join(folder, "discord.log"), "utf8").split("\n").length - 1;
  rmSync(folder, { recursive: true });
  return { ...paced, stored };
}

console.log(
  `Node ${process.version}; ${linesPerMillisecond * 1000} lines of 376 bytes per second for ${seconds} s, in turn with a loop that logs nothing`,
);
for (let round = 1; round <= rounds; round++) {
  const idle = await pace(() => {});
  const { stored, ...logging } = await logLines();
  for (const [name, { took, longest, p99, max }] of Object.entries({ nothing: idle, SetLogDir: logging })) {
    const turns = `took ${took.toFixed(2)} s, longest turn ${longest.toFixed(2)} ms`;
    const delays = `loop delay p99 ${p99.toFixed(2)} ms, max ${max.toFixed(2)} ms`;
    console.log(`${round} ${name.padEnd(10)} ${turns}, ${delays}`);
  }
  console.log(`${round} ${stored} lines in the file`);
}
