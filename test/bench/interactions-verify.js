// The bare verification that the machine allows: one worker per core, each doing nothing else.
import { verify } from "node:crypto";
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { keyObject, signature, signed } from "./interactions-payload.js";

/**
 * Verifications in a second, all cores together.
 * @param {number} ms
 */
export async function bareRate(ms) {
  const workers = Array.from(
    { length: availableParallelism() },
    () => new Worker(new URL(import.meta.url), { workerData: ms }),
  );
  const rates = await Promise.all(
    workers.map((worker) => new Promise((resolve) => worker.once("message", resolve))),
  );
  return rates.reduce((sum, rate) => sum + rate, 0);
}

if (!isMainThread) {
  const ms = Number(workerData);
  for (let i = 0; i < 500; i += 1) verify(null, signed, keyObject, signature);
  const started = performance.now();
  let count = 0;
  for (; performance.now() - started < ms; count += 1) {
    if (!verify(null, signed, keyObject, signature)) throw new Error("The signature is wrong.");
  }
  parentPort?.postMessage((count * 1000) / (performance.now() - started), []);
}
