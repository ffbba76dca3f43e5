// Prints "ready", then "done" after each race. Each input line contains the lock's directory, the file that records
// when the lock is held, and the number of repetitions.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const { withProcessLock } = await import(String(process.argv[2]));

process.stdout.write("ready\n");
for await (const line of createInterface(process.stdin)) {
  const { folder, notes, times } = JSON.parse(line);
  process.env["XDG_RUNTIME_DIR"] = folder;
  for (let time = 0; time < times; time++) {
    await withProcessLock("name", async () => {
      appendFileSync(notes, `${process.pid} in\n`);
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      appendFileSync(notes, `${process.pid} out\n`);
    });
  }
  process.stdout.write("done\n");
}
