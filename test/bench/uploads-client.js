// The client of the uploads bench: sends one message with 10 files of 10 MiB, or only reads such files, and tells its parent how
// far its memory went above what it took after small files.
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
async function openFiles(bytes) {
  const path = join(folder, `${bytes}.bin`);
  await writeFile(path, pieces(bytes));
  const open = async () => (kind === "iterables" ? pieces(bytes) : openAsBlob(path));
  const data = await Promise.all(Array.from({ length: 10 }, open));
  return data.map((one, index) => ({ name: `${index}.bin`, data: one, size: bytes }));
}

/**
 * @param {number} bytes
 * @returns {Promise<number>} how many were sent, or read
 */
async function run(bytes) {
  const files = await openFiles(bytes);
  if (mode === "send") {
    const { attachments = [] } = await api.channel("8").messages.create({ content: "Maps" }, { files });
    return attachments.reduce((sum, { size }) => sum + size, 0);
  }
  let read = 0;
  for (const { data } of files)
    for await (const piece of data instanceof Blob ? data.stream() : data) read += piece.byteLength;
  return read;
}

await run(mib / 4);
globalThis.gc?.();
const before = process.memoryUsage();
let [rss, buffers] = [0, 0];
const look = setInterval(() => {
  const now = process.memoryUsage();
  rss = Math.max(rss, now.rss - before.rss);
  buffers = Math.max(buffers, now.arrayBuffers - before.arrayBuffers);
}, 20);
const bytes = await run(10 * mib);
clearInterval(look);
rss = Math.max(rss, process.memoryUsage().rss - before.rss);
await rm(folder, { recursive: true });
process.send?.({ mib: bytes / mib, rss: rss / mib, buffers: buffers / mib });
