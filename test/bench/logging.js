// How long the game's thread is kept by its log. Needs `npm run build`.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { inTurn, median, quantile, rowsOf } from "./frame/measure.js";
import { buildLog, overload, pace } from "./logging-thread.js";

/** @typedef {{ what: string, kind: import("./frame/bench.ts").Kind, name: "nothing" | "slashpass" | "pino" }} Candidate */

/** @type {Candidate[]} */
const candidates = [
  { what: "computing as long, logging nothing", kind: "floor", name: "nothing" },
  { what: "slashpass, redacted", kind: "ours", name: "slashpass" },
  { what: "pino to a file, asynchronous, no text redacted", kind: "peer", name: "pino" },
];

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "Logging from the game's thread",
  about:
    "100,000 lines of 376 bytes a second, 100 in each millisecond: how long such a burst keeps the thread, its 99.99th percentile. " +
    "The first second is a row of its own. The floor computes for as long as our median burst and logs nothing: what else the " +
    "machine does interrupts it as often.",
  async run(paceOf) {
    await buildLog();
    const counts = await overloaded(paceOf.pick({ full: 1_000_000, quick: 500_000 }));
    const seconds = paceOf.pick({ full: 5, quick: 2 });
    // Of a round counts its longest burst, which is the machine's as often as ours: fewer rounds than nine say nothing.
    const rounds = paceOf.pick({ full: 9, quick: 1 });
    const one = await measured(1, { seconds, rounds });
    const four = await measured(4, { seconds, rounds });
    return [
      { ...inOneThread.computed, unit: "ms", rows: computedRows(one), counts },
      { ...inOneThread.waited, unit: "ms", rows: rowsOf(one, ({ wall }) => wall) },
      { ...inFourThreads.computed, unit: "ms", rows: computedRows(four) },
      { ...inFourThreads.waited, unit: "ms", rows: rowsOf(four, ({ wall }) => wall) },
    ];
  },
};

const inOneThread = {
  computed: {
    name: "logging-one-thread",
    title: "One thread: processor time of a burst",
    left:
      "The aim is a millisecond, and this is what of it is ours: what the thread computed. A line is redacted, and copied into a queue " +
      "that a native thread writes to the disk. In the first second the engine compiles as well. " +
      "By its trace V8 collects garbage between the bursts, 10 times a second for 0.3 ms: a line leaves nothing but two short strings.",
  },
  waited: {
    name: "logging-one-thread-clock",
    title: "One thread: a burst by the clock",
    left:
      "What is above the processor time is the machine: the system gives the processor to others in the middle of a burst, and the floor, " +
      "which logs nothing, has it too. The thread never waits for the disk; it shares a lock with the writer for the time of a few " +
      "pointers.",
  },
};
const inFourThreads = {
  computed: {
    name: "logging-four-threads",
    title: "Four worker threads, 25,000 lines a second each: processor time of a burst",
    left:
      "The bursts of all four, each with a log of its own: they share nothing. No burst took a millisecond of processor time, also on a " +
      "machine whose two cores were wanted by twenty others: 13,000 were looked at one by one, and the longest after the first second " +
      "had 0.55. The longest are the first two of each thread, which compiles for itself.",
  },
  waited: {
    name: "logging-four-threads-clock",
    title: "Four worker threads: a burst by the clock",
    left:
      "Where there are fewer cores than threads they interrupt each other, four that log and four that write; the floor has no writers. " +
      "Each long burst that was looked at had computed no more than the others: it had lost its core.",
  },
};

/** @param {number} lines - at once. */
async function overloaded(lines) {
  const { unaccounted, dropped, grewMb } = await overload(lines);
  const atOnce = `of ${lines.toLocaleString("en")} lines at once, ${dropped.toLocaleString("en")} dropped`;
  return [
    { what: `${atOnce}: lost without being counted`, value: unaccounted, atMost: 0 },
    { what: "megabytes that the process grew by meanwhile", value: grewMb, atMost: 120, ifQuiet: true },
  ];
}

/**
 * Percentiles of the bursts of all threads together.
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
    const wall = all.flatMap((thread) => thread.wall);
    const first = Math.max(...all.map((thread) => thread.first));
    return { cpu: quantile(computed, 0.9999), wall: quantile(wall, 0.9999), first };
  });
}

/** @param {Awaited<ReturnType<typeof measured>>} rounds */
function computedRows(rounds) {
  const ours = rounds.filter(({ kind }) => kind === "ours");
  const first = rowsOf(ours, (round) => round.first).map((row) => ({
    ...row,
    what: "slashpass, the longest of its first second",
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
