// What memory 10 files of 10 MiB take while they go out with one message, read from disk and made on the way: the client in
// a process of its own, against an emulator in this one. Beside it, what the same files take when they are only read: each
// piece is memory that V8 frees when it next collects, whoever reads it. Medians of five rounds.
// Usage: node test/bench/uploads.js
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startEmulator } from "slashpass/emulator";

const allowedMib = 32;
const rounds = 5;
const guild = { id: "7", name: "Reef", channels: [{ id: "8", name: "general" }] };
const emulator = await startEmulator({ world: { guilds: [guild] } });
const { apiBase, application } = emulator;

for (const kind of ["blobs", "iterables"]) {
  const sent = await measure(kind, "send");
  const read = await measure(kind, "read");
  console.log(
    `10 files, ${sent.mib} MiB, as ${kind}: ${sent.rss.toFixed(1)} MiB more (${allowedMib} are allowed), ${sent.buffers.toFixed(1)} MiB of buffers at once; only read ${read.rss.toFixed(1)} MiB, ${read.buffers.toFixed(1)} MiB of buffers`,
  );
}
await emulator.close();

/**
 * @typedef {{ mib: number, rss: number, buffers: number }} Figures in MiB
 * @param {string} kind what the files are
 * @param {string} mode whether they are sent, or only read
 * @returns {Promise<Figures>} medians
 */
async function measure(kind, mode) {
  const all = [];
  for (let round = 0; round < rounds; round++) all.push(await runClient(kind, mode));
  return {
    mib: median(all.map(({ mib }) => mib)),
    rss: median(all.map(({ rss }) => rss)),
    buffers: median(all.map(({ buffers }) => buffers)),
  };
}

/**
 * @param {string} kind
 * @param {string} mode
 * @returns {Promise<Figures>}
 */
async function runClient(kind, mode) {
  const env = { API_BASE: apiBase, APPLICATION_ID: application.id, BOT_TOKEN: application.botToken };
  const client = fork(fileURLToPath(new URL("uploads-client.js", import.meta.url)), {
    env: { ...process.env, ...env, KIND: kind, MODE: mode },
    execArgv: ["--expose-gc"],
  });
  client.once("exit", (code) => code && process.exit(code));
  const [figures] = await once(client, "message");
  return figures;
}

/** @param {readonly number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
