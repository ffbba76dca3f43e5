/** Runs an emulator in a separate process to measure its memory. Prints its URLs, then its memory usage every second. */
import { startEmulator } from "../../dist/emulator/index.js";

/** @param {object} line */
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const emulator = await startEmulator({ world: { applications: [{ publicClient: false }] } });
const { id, botToken, clientSecret } = emulator.application;
print({ apiBase: emulator.apiBase, webBase: emulator.webBase, id, botToken, clientSecret });
const timer = setInterval(() => print({ rss: process.memoryUsage.rss() }), 1_000);

process.stdin.resume();
process.stdin.on("end", async () => {
  clearInterval(timer);
  await emulator.close();
});
