// What memory 10 files of 10 MiB take while they go out with one message, read from disk and made on the way: the client in
// a process of its own, against an emulator in this one.
// Usage: node test/bench/uploads.js
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startEmulator } from "slashpass/emulator";

const allowedMib = 32;
const guild = { id: "7", name: "Reef", channels: [{ id: "8", name: "general" }] };
const emulator = await startEmulator({ world: { guilds: [guild] } });
const { apiBase, application } = emulator;

for (const kind of ["blobs", "iterables"])
  for (const mode of ["collected", "uncollected"]) await measure(kind, mode);
await emulator.close();

/**
 * @param {string} kind what the files are
 * @param {string} mode whether garbage is collected before each look
 */
async function measure(kind, mode) {
  const env = { API_BASE: apiBase, APPLICATION_ID: application.id, BOT_TOKEN: application.botToken };
  const client = fork(fileURLToPath(new URL("uploads-client.js", import.meta.url)), {
    env: { ...process.env, ...env, KIND: kind, MODE: mode },
    execArgv: ["--expose-gc"],
  });
  client.once("exit", (code) => code && process.exit(code));
  const [{ files, sentMib, extraMib, heldMib, ms }] = await once(client, "message");
  const what =
    mode === "collected" ? `in use (${allowedMib} are allowed)` : "with garbage that V8 has not collected";
  console.log(
    `${files} files, ${sentMib} MiB, as ${kind}: at most ${extraMib.toFixed(1)} MiB more ${what}, ${heldMib.toFixed(1)} MiB of buffers; ${(ms / 1000).toFixed(1)} s`,
  );
}
