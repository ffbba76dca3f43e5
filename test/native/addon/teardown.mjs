// Terminates workers while they use the addon in every way. The process is then expected to exit by itself.
import { createRequire } from "node:module";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { isMainThread, Worker, workerData } from "node:worker_threads";

const addon = createRequire(import.meta.url)("../../../build/Release/slashpass.node");

/** @param {string} file */
function work(file) {
  const redactor = addon.createRedactor();
  redactor.add("a-secret-of-the-worker");
  const stream = redactor.createStream();
  const log = addon.openLogFile(file);
  return () => {
    log.write(2, redactor.redact("text with a-secret-of-the-worker in it"));
    stream.push(Buffer.from("text with a-secret-of-the-"));
    return log;
  };
}

if (isMainThread) {
  const [folder = "", rounds] = process.argv.slice(2);
  const step = work(join(folder, "main.log"));
  for (let round = 0; round < Number(rounds); round++) {
    const started = new Int32Array(new SharedArrayBuffer(4));
    const file = join(folder, `${round}.log`);
    const worker = new Worker(new URL(import.meta.url), { workerData: { file, started } });
    while (Atomics.load(started, 0) === 0) await setImmediate();
    step();
    await worker.terminate();
  }
  process.stdout.write("alive\n");
} else {
  const step = work(workerData.file);
  void step().close();
  Atomics.store(workerData.started, 0, 1);
  for (;;) step();
}
