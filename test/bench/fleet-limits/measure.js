// Measures a fleet's rate limits. Its instances run at full speed, each in its own process, against a server that counts
// requests.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startRedis } from "../redis.js";

/** @param {{ seconds: number, instances: number }} how */
export async function measureFleet({ seconds, instances }) {
  const redis = await startRedis();
  /** @type {Program[]} */
  const programs = [];
  const run = (/** @type {Parameters<typeof start>} */ ...argv) => {
    const program = start(...argv);
    programs.push(program);
    return program;
  };
  try {
    const server = run("server.js");
    const service = `http://127.0.0.1:${await server.line(/^\d+$/)}`;
    const fleet = Array.from({ length: instances }, (_, index) =>
      run("instance.js", index, instances, service, redis.port),
    );
    return await measured(fleet, service, seconds);
  } finally {
    await Promise.all(programs.map(({ end }) => end()));
    await redis.end();
  }
}

/** @param {readonly Program[]} fleet @param {string} service @param {number} seconds */
async function measured(fleet, service, seconds) {
  await Promise.all(fleet.map(({ line }) => line(/^ready$/)));
  for (const { write } of fleet) write("go\n");
  await sleep(seconds * 1000);
  const counted = await fetch(`${service}/arrivals`);
  const arrivals = /** @type {{ at: number, instance: number }[]} */ (await counted.json());
  for (const { write } of fleet) write("stop\n");
  /** @type {{ requests: number, failures: number, commands: number, loads: number }[]} */
  const counts = (await Promise.all(fleet.map(({ line }) => line(/^{/)))).map((line) => JSON.parse(line));
  const arrivalTimes = arrivals.map(({ at }) => at);
  return {
    requests: arrivals.length,
    failures: sum(counts.map(({ failures }) => failures)),
    mostInASecond: mostWithin(arrivalTimes, 1000),
    each: fleet.map((_, index) => arrivals.filter(({ instance }) => instance === index).length),
    commandsPerRequest:
      sum(counts.map(({ commands, loads }) => commands - loads)) /
      sum(counts.map(({ requests }) => requests)),
  };
}

/** @typedef {ReturnType<typeof start>} Program */

/** @param {string} program - in this directory @param {readonly unknown[]} args */
function start(program, ...args) {
  const argv = [fileURLToPath(new URL(program, import.meta.url)), ...args.map(String)];
  const child = spawn(process.execPath, argv, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const exit = once(child, "exit");
  return {
    write: (/** @type {string} */ text) => child.stdin.write(text),
    end: async () => {
      child.kill();
      await exit;
    },
    /** @type {(pattern: RegExp) => Promise<string>} */
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (/** @type {string} */ line) => {
          if (!pattern.test(line)) return;
          lines.off("line", look);
          resolve(line);
        };
        lines.on("line", look);
        lines.once("close", () => reject(new Error(`${argv.join(" ")} ended.`)));
      }),
  };
}

/**
 * @param {readonly number[]} times - in ascending order
 * @param {number} ms
 */
function mostWithin(times, ms) {
  let first = 0;
  let most = 0;
  for (const [last, at] of times.entries()) {
    while ((times[first] ?? at) <= at - ms) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}
