// Workers that use the addon in every way and are terminated in the middle of it; then the process must end by itself.
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

const addon = createRequire(import.meta.url)("../../../build/Release/slashpass.node");

function work(name) {
  const redactor = addon.createRedactor();
  redactor.add("a-secret-of-the-worker");
  const stream = redactor.createStream();
  const log = addon.openLogFile(join(tmpdir(), `slashpass-teardown-${process.pid}-${name}.log`));
  return () => {
    log.write(2, redactor.redact("text with a-secret-of-the-worker in it"));
    stream.push(Buffer.from("text with a-secret-of-the-"));
    return log;
  };
}

if (isMainThread) {
  const step = work("main");
  for (let round = 0; round < 20; round++) {
    const worker = new Worker(new URL(import.meta.url), { argv: [String(round)] });
    await new Promise((resolve) => worker.once("message", resolve));
    step();
    await worker.terminate();
  }
  console.log("alive");
} else {
  const step = work(process.argv[2]);
  parentPort.postMessage("started");
  void step().close();
  for (;;) step();
}
