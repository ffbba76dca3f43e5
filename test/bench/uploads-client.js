// The client of the uploads bench: sends one message with 10 files of 10 MiB, and tells its parent how far its memory went
// above what it took after a message with small files.
import { openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiClient } from "slashpass/api";

const mib = 1024 * 1024;
const {
  API_BASE: apiBase,
  APPLICATION_ID: applicationId = "",
  BOT_TOKEN: botToken = "",
  KIND: kind,
  MODE: mode,
} = process.env;
const api = new ApiClient({ applicationId, apiBase, credential: { botToken } });
const folder = await mkdtemp(join(tmpdir(), "uploads-"));

/** @param {number} bytes */
async function* pieces(bytes) {
  for (let left = bytes; left > 0; left -= 64 * 1024) yield new Uint8Array(Math.min(left, 64 * 1024));
}

/** @param {number} bytes */
async function send(bytes) {
  const path = join(folder, `${bytes}.bin`);
  await writeFile(path, pieces(bytes));
  const open = async () => (kind === "iterables" ? pieces(bytes) : openAsBlob(path));
  const data = await Promise.all(Array.from({ length: 10 }, open));
  const files = data.map((one, index) => ({ name: `${index}.bin`, data: one, size: bytes }));
  return api.channel("8").messages.create({ content: "Maps" }, { files });
}

await send(mib / 4);
globalThis.gc?.();
const before = process.memoryUsage();
let [rss, held] = [0, 0];
const look = setInterval(() => {
  // What is in use, without what nobody has collected yet.
  if (mode === "collected") globalThis.gc?.();
  const now = process.memoryUsage();
  rss = Math.max(rss, now.rss - before.rss);
  held = Math.max(held, now.external - before.external);
}, 250);
const start = performance.now();
const { attachments = [] } = await send(10 * mib);
const ms = performance.now() - start;
clearInterval(look);
await rm(folder, { recursive: true });
const sentMib = attachments.reduce((sum, { size }) => sum + size, 0) / mib;
process.send?.({ files: attachments.length, sentMib, extraMib: rss / mib, heldMib: held / mib, ms });
