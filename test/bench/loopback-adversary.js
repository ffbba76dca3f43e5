// How long after the real redirect an authorization ends while 10,000 hostile requests hammer its port.
// Usage: node test/bench/loopback-adversary.js [runs]
import { Worker } from "node:worker_threads";
import { Client } from "slashpass";
import { comeBack } from "../flow/fixtures/visit.js";

const runs = Number(process.argv[2] ?? 10);
const hostile = 10_000;

/**
 * Attackers in a thread of their own; `halfway` is called when half of the requests are on their way.
 *
 * @param {{ port: number, state: string, seed: number }} target
 * @param {() => void} halfway
 * @returns {Promise<void>}
 */
function attackFromThread(target, halfway) {
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

/** @param {number} seed */
async function measure(seed) {
  const client = new Client({ applicationId: "1234567890123456789", openBrowser: () => undefined });
  let ignored = 0;
  let sentAt = 0;
  let endedAt = 0;
  /** @type {Promise<void> | undefined} */
  let attack;
  const { code } = await client
    .Authorize(
      { scopes: "openid" },
      {
        onIgnoredRedirect: () => (ignored += 1),
        onAuthorizeUrl(url) {
          const { searchParams } = new URL(url);
          const redirectUri = searchParams.get("redirect_uri") ?? "";
          const state = searchParams.get("state") ?? "";
          attack = attackFromThread({ port: Number(new URL(redirectUri).port), state, seed }, () => {
            sentAt = performance.now();
            void comeBack(url, "good");
          });
        },
      },
    )
    .finally(() => (endedAt = performance.now()));
  await attack;
  await client.close();
  if (code !== "good") throw new Error(`The flow ended with the code ${code}.`);
  return { ms: endedAt - sentAt, ignored };
}

await measure(0);
const results = [];
for (let run = 1; run <= runs; run += 1) results.push(await measure(run));
const times = results.map(({ ms }) => ms).sort((a, b) => a - b);
const at = (/** @type {number} */ share) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
console.log(`${runs} authorizations, ${hostile} hostile requests each, the real redirect halfway`);
console.log(`ignored before the end: ${Math.min(...results.map(({ ignored }) => ignored))} or more`);
console.log(
  `from the real redirect to the end: median ${at(0.5)} ms, 90 % ${at(0.9)} ms, longest ${at(1)} ms`,
);
