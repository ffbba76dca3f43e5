// Opens the hand-over and exits as the first argument specifies. The second argument is the scheme; the third is the number of
// workers to terminate.
import { createRequire } from "node:module";
import { connect } from "node:net";
import { Worker, isMainThread, workerData, parentPort } from "node:worker_threads";

/** @type {import("../../src/native/binding.ts").Addon} */
const addon = createRequire(import.meta.url)("../../build/Release/slashpass.node");
const [manner, scheme, workers] = isMainThread ? process.argv.slice(2) : ["worker", workerData];
const received = () => {};

/** Keeps the hand-over's thread busy with messages that it rejects. */
function flood() {
  const sender = connect(`${process.env["XDG_RUNTIME_DIR"]}/slashpass/${scheme}`);
  sender.on("error", () => {});
  sender.on("close", () => setImmediate(flood));
  sender.end("x");
}

/** @type {Record<string, () => void | Promise<void>>} */
const behaviors = {
  close: () => {
    const close = addon.openHandOver(scheme, received);
    close();
    close();
  },
  exit: () => {
    addon.openHandOver(scheme, received);
    process.exit(0);
  },
  throw: () => {
    addon.openHandOver(scheme, received);
    throw new Error("an uncaught exception");
  },
  forgotten: () => {
    for (let count = 0; count < 100; count += 1) addon.openHandOver(`${scheme}-${count}`, received);
    /** @type {() => void} */ (globalThis.gc)();
    setTimeout(() => process.exit(0), 50);
  },
  worker: () => {
    addon.openHandOver(scheme, received);
    flood();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
    parentPort?.postMessage("waiting");
  },
  terminate: async () => {
    for (let count = 0; count < Number(workers); count += 1) {
      const worker = new Worker(new URL(import.meta.url), { workerData: scheme });
      await new Promise((resolve) => worker.once("message", resolve));
      for (let sent = 0; sent < 5; sent += 1)
        connect(`${process.env["XDG_RUNTIME_DIR"]}/slashpass/${scheme}`).on("error", received).end("x");
      await worker.terminate();
    }
  },
};

await behaviors[manner]?.();
