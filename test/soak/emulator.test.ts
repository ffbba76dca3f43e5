import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { startProgram } from "../setup/child-process.ts";
import { PlayingGame } from "./playing-game.ts";
import { type Target, Traffic } from "./traffic.ts";
import { watchRequests } from "./watch-requests.ts";

const seconds = Number(process.env["SOAK_SECONDS"] ?? 600);
const requestsPerSecond = 200;
const mostMegabytes = 200;
/** Node delays garbage collection while the machine has free memory; these limits force it. The live data needs about 75 MB. */
const heapLimits = ["--max-old-space-size=112", "--max-semi-space-size=4"];
/** More concurrent rounds would slow the emulator down too much. */
const maxConcurrent = 100;

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

/** Starts an emulator in a separate process and records its memory usage in bytes every second. */
async function startTarget() {
  const program = `${import.meta.dirname}/emulator-process.js`;
  const limitMs = (seconds + 50) * 1000;
  const started = startProgram(process.execPath, [...heapLimits, program], {
    stdio: ["pipe", "pipe", "inherit"],
    limitMs,
  });
  const memory: number[] = [];
  const target = await new Promise<Target>((resolve) => {
    createInterface(started.stdout ?? expect.unreachable()).on("line", (line) => {
      const printed = JSON.parse(line) as Target & { readonly rss?: number };
      if (printed.rss === undefined) resolve(printed);
      else memory.push(printed.rss);
    });
  });
  return { target, memory, end: () => void started.stdin?.end() };
}

const title = `an emulator answers ${requestsPerSecond} requests a second for ${seconds} seconds within ${mostMegabytes} MB`;

it(title, { timeout: (seconds + 60) * 1000 }, async () => {
  const { target, memory, end } = await startTarget();
  const game = await PlayingGame.start();
  const traffic = new Traffic(target, game);
  await traffic.prepare();
  const { times, stop } = watchRequests(target.webBase);
  const begin = performance.now();
  const elapsed = () => (performance.now() - begin) / 1000;
  const errors: string[] = [];
  const at = (share: number) => `${(times.percentile(share) / 1000).toFixed(1)} ms`;
  const report = () => {
    const figures = {
      seconds: Math.round(elapsed()),
      requests: times.count,
      "a second": Math.round(times.count / elapsed()),
      errors: errors.length,
      p50: at(50),
      p99: at(99),
      longest: at(100),
      "MB now": megabytes(memory.at(-1) ?? 0),
      "MB at most": megabytes(Math.max(...memory)),
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  };
  const { rounds } = traffic;
  let [turn, planned, inFlight, reports] = [0, 0, 0, 0];
  while (elapsed() < seconds) {
    while (planned < elapsed() * requestsPerSecond && inFlight < maxConcurrent) {
      const { requests, run } = rounds[turn % rounds.length] ?? expect.unreachable();
      planned += requests;
      inFlight += 1;
      const round = run(turn++).catch((error: unknown) => void errors.push(String(error)));
      void round.finally(() => (inFlight -= 1));
    }
    if (elapsed() > (reports + 1) * 30) {
      reports += 1;
      report();
    }
    await wait(10);
  }
  const reached = times.count / elapsed();
  report();
  await expect.poll(() => inFlight, { timeout: 30_000 }).toBe(0);
  stop();
  game.close();
  end();
  expect(errors.slice(0, 5)).toEqual([]);
  expect(megabytes(Math.max(...memory))).toBeLessThanOrEqual(mostMegabytes);
  expect(reached).toBeGreaterThan(requestsPerSecond * 0.97);
});
