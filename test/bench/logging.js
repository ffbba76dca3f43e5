// Measures how long logging blocks the game's thread. Needs `npm run build`.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { inTurn, median, quantile, rowsOf } from "./frame/measure.js";
import { buildLog, overload, pace } from "./logging-thread.js";

/** @typedef {{ what: string, kind: import("./frame/bench.ts").Kind, name: "nothing" | "slashpass" | "pino" }} Candidate */

/** @type {Candidate[]} */
const candidates = [
  { what: "an equally long computation, no logging", kind: "floor", name: "nothing" },
  { what: "slashpass, redacted", kind: "ours", name: "slashpass" },
  { what: "pino to a file, asynchronous, without text redaction", kind: "peer", name: "pino" },
];

/**
 * The 99.99th percentile of the processor time that a burst takes of the game's thread, at 100,000 lines of 376 bytes per second,
 * 100 in each millisecond. The first second is a separate row. The floor computes for as long as slashpass's median burst and logs
 * nothing.
 *
 * @type {import("./frame/bench.ts").Bench}
 */
export const bench = {
  title: "Logging",
  async run(paceOf) {
    await buildLog();
    const counts = await overloaded(paceOf.pick({ full: 1_000_000, quick: 500_000 }));
    const seconds = paceOf.pick({ full: 5, quick: 1.5 });
    // A round's result is its longest burst, which the machine may have caused, so at least nine rounds are needed.
    const rounds = paceOf.pick({ full: 9, quick: 1 });
    const one = await measured(1, { seconds, rounds });
    const four = await measured(4, { seconds, rounds });
    return [
      { ...inOneThread, unit: "ms", rows: rows(one), counts },
      { ...inFourThreads, unit: "ms", rows: rows(four) },
    ];
  },
};

const inOneThread = {
  name: "logging-one-thread",
  title: "CPU time per burst, one thread",
  footnote:
    "The goal is one millisecond. A line is redacted and copied into a queue, which a native thread writes to the " +
    "disk. In the first second, the engine also compiles the code.",
};
const inFourThreads = {
  name: "logging-four-threads",
  title: "CPU time per burst, four worker threads",
  footnote:
    "The bursts of all four threads, each with its own log and 25,000 lines per second. No burst took a millisecond of " +
    "CPU time, even with 20 other busy processes on two cores. Each thread's first two bursts are the longest, because " +
    "each thread compiles the code.",
};

/** @param {number} lines - logged at once */
async function overloaded(lines) {
  const { unaccounted, dropped, grewMb } = await overload(lines);
  const atOnce = `${lines.toLocaleString("en")} lines at once, ${dropped.toLocaleString("en")} of them dropped`;
  return [
    { what: `${atOnce}: lost lines`, value: unaccounted, atMost: 0 },
    { what: "memory growth of the process in megabytes", value: grewMb, atMost: 120, ifQuiet: true },
  ];
}

/**
 * Returns percentiles over all threads' bursts.
 *
 * @param {number} threads
 * @param {{ seconds: number, rounds: number }} how
 */
async function measured(threads, { seconds, rounds }) {
  let burstMs = 0.1 / threads;
  const linesPerMs = 100 / threads;
  return inTurn(candidates, { rounds, warmUp: 0 }, async ({ name }) => {
    const how = { seconds, linesPerMs, burstMs };
    const all = await Promise.all(
      Array.from({ length: threads }, () => (threads === 1 ? pace(name, how) : inWorker(name, how))),
    );
    const computed = all.flatMap((thread) => thread.computed);
    if (name === "slashpass") burstMs = median(computed);
    const first = Math.max(...all.map((thread) => thread.first));
    return { cpu: quantile(computed, 0.9999), first };
  });
}

/** @param {Awaited<ReturnType<typeof measured>>} rounds */
function rows(rounds) {
  const ours = rounds.filter(({ kind }) => kind === "ours");
  const first = rowsOf(ours, (round) => round.first).map((row) => ({
    ...row,
    what: "slashpass, the longest in the first second",
  }));
  return [...rowsOf(rounds, ({ cpu }) => cpu), ...first];
}

/**
 * @param {Candidate["name"]} name
 * @param {Parameters<typeof pace>[1]} how
 * @returns {ReturnType<typeof pace>}
 */
async function inWorker(name, how) {
  const worker = new Worker(new URL("logging-thread.js", import.meta.url), { workerData: { name, how } });
  const [result] = await once(worker, "message");
  return result;
}
