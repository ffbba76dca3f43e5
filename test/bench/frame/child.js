// Runs a benchmark in its own process group, which is killed when the benchmark finishes or exceeds its time limit, or when this
// process exits. Leftover processes would affect the next benchmark.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Time limits in milliseconds. They stop benchmarks that hang but are long enough for slow machines. */
const limits = { full: 600_000, quick: 180_000 };

/** @type {Set<number>} */
const groups = new Set();
process.once("exit", () => groups.forEach(endGroup));
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.once(signal, () => process.exit(130));
}

/**
 * @typedef {{ title: string, parts: import("./bench.ts").Table[] }} Told
 *
 * @param {string} name
 * @param {keyof typeof limits} pace
 * @returns {Promise<Told & { failure?: string }>}
 */
export async function runBench(name, pace) {
  const child = fork(fileURLToPath(new URL("one.js", import.meta.url)), [name, pace], {
    execArgv: ["--expose-gc"],
    detached: true,
  });
  const group = child.pid ?? 0;
  groups.add(group);
  /** @type {Told} */
  let report = { title: name, parts: [] };
  let isWhole = false;
  child.on("message", (/** @type {Partial<Told>} */ message) => {
    report = { ...report, ...message };
    isWhole = message.parts !== undefined;
  });
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    endGroup(group);
  }, limits[pace]);
  const [code, signal] = await once(child, "exit");
  clearTimeout(limit);
  endGroup(group);
  groups.delete(group);
  if (isWhole) return report;
  const failure = isLate
    ? `it exceeded ${limits[pace] / 1000} s`
    : `it exited with ${signal ?? `code ${code}`}; see the error above`;
  return { ...report, failure };
}

/** @param {number} group */
function endGroup(group) {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // The group has no processes.
  }
}
