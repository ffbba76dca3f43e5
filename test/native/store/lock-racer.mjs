// Takes the lock of `name` so many times and notes in the file when it is inside; says "ready" first, and waits for a line.
import { appendFileSync } from "node:fs";
import { once } from "node:events";

const [module, file, name, times] = process.argv.slice(2);
const { withProcessLock } = await import(String(module));

process.stdout.write("ready\n");
await once(process.stdin, "data");
process.stdin.destroy();
for (let time = 0; time < Number(times); time++) {
  await withProcessLock(name, async () => {
    appendFileSync(String(file), `${process.pid} in\n`);
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    appendFileSync(String(file), `${process.pid} out\n`);
  });
}
