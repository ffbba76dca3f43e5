// How long after the real redirect an authorization ends while hostile requests hammer its port.
import { Worker } from "node:worker_threads";
import { Client } from "slashpass";
import { median } from "./frame/measure.js";
import { comeBack } from "../flow/fixtures/visit.js";

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "Hostile redirects",
  about:
    "Requests that are almost the awaited redirect hammer its port, 64 at once, by an attacker who knows the state; the real one " +
    "comes halfway. From there to the end of the authorization.",
  async run(pace) {
    const sizes = pace.pick({ full: [10, 100, 1000, 10_000], quick: [10, 100] });
    await measure(0, 10);
    const runs = pace.pick({ full: 5, quick: 1 });
    /** @type {[number, number][]} */
    const points = [];
    /** @type {[number, number][]} */
    const alone = [];
    for (const size of sizes) {
      const times = [];
      const without = [];
      for (let run = 1; run <= runs; run += 1) {
        without.push(await measure(run, 0), await measure(run, 0), await measure(run, 0));
        times.push(await measure(run, size));
      }
      alone.push([size, median(without)]);
      points.push([size, median(times)]);
    }
    return [
      {
        name: "hostile-redirects",
        title: "From the real redirect to the end",
        size: "hostile requests",
        unit: "ms",
        lines: [
          { what: "slashpass", kind: "ours", points },
          { what: "without an attacker", kind: "floor", points: alone },
        ],
        missing: [
          {
            what: "@azure/msal-node",
            why: "whose listener gives up at the first redirect that has the state, also a forged one",
          },
        ],
        left:
          "The real redirect waits in line behind those that came before it and are not answered yet, 64 at most. The attacker " +
          "runs in a thread of the same process and takes its part of the machine. With 1,000 the real one comes in the attack's first tenth " +
          "of a second, most likely while that thread is still being compiled; with 10,000 that is over.",
      },
    ];
  },
};

/**
 * Attackers in a thread of their own; `halfway` is called when half of the requests are on their way.
 *
 * @param {{ port: number, state: string, seed: number }} target
 * @param {number} hostile
 * @param {() => void} halfway
 * @returns {Promise<void>}
 */
function attackFromThread(target, hostile, halfway) {
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    import(workerData.module).then(async ({ attack }) => {
      const { target, count } = workerData;
      const onStart = (index) => { if (index === count / 2) parentPort.postMessage("halfway"); };
      await attack(target, { count, atOnce: 64, seed: target.seed, onStart });
    });`;
  const module = new URL("../flow/fixtures/hostile-requests.js", import.meta.url).href;
  const worker = new Worker(code, { eval: true, workerData: { module, target, count: hostile } });
  return new Promise((resolve, reject) => {
    worker
      .once("message", halfway)
      .once("error", reject)
      .once("exit", () => resolve());
  });
}

/** @param {number} seed @param {number} hostile @returns {Promise<number>} milliseconds */
async function measure(seed, hostile) {
  const client = new Client({ applicationId: "1234567890123456789", openBrowser: () => undefined });
  let sentAt = 0;
  let endedAt = 0;
  /** @type {Promise<void> | undefined} */
  let attack;
  /** @type {Promise<unknown> | undefined} */
  let wayHome;
  const { code } = await client
    .Authorize(
      { scopes: "openid" },
      {
        onAuthorizeUrl(url) {
          const { searchParams } = new URL(url);
          const redirectUri = searchParams.get("redirect_uri") ?? "";
          const state = searchParams.get("state") ?? "";
          const real = () => {
            sentAt = performance.now();
            wayHome = comeBack(url, "good");
          };
          if (hostile === 0) real();
          else
            attack = attackFromThread(
              { port: Number(new URL(redirectUri).port), state, seed },
              hostile,
              real,
            );
        },
      },
    )
    .finally(() => (endedAt = performance.now()));
  await attack;
  await wayHome;
  await client.close();
  if (code !== "good") throw new Error(`The flow ended with the code ${code}.`);
  return endedAt - sentAt;
}
