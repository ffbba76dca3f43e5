// The client of the uploads bench: sends one message with 10 files in one way or another, or only reads such files, and
// tells its parent how far its memory went above what it took after small files.
import { openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { REST } from "@discordjs/rest";
import { ApiClient } from "slashpass/api";

const mib = 1024 * 1024;
const {
  API_BASE: apiBase,
  APPLICATION_ID: applicationId = "",
  BOT_TOKEN: botToken = "",
  KIND: kind,
  MODE: mode = "",
  FILE_MIB: fileMib = "",
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

/** @typedef {Awaited<ReturnType<typeof openFiles>>} Files */

/** @type {Record<string, (files: Files) => Promise<{ readonly attachments?: readonly { size: number }[] | undefined }>>} */
const ways = {
  send: (files) => api.channel("8").messages.create({ content: "Maps" }, { files }),
  async fetch(files) {
    const form = new FormData();
    for (const [index, { name: file, data }] of files.entries())
      if (data instanceof Blob) form.append(`files[${index}]`, data, file);
    form.append("payload_json", JSON.stringify({ content: "Maps" }));
    const headers = { authorization: `Bot ${botToken}` };
    const answer = await fetch(`${apiBase}/channels/8/messages`, { method: "POST", headers, body: form });
    return /** @type {any} */ (await answer.json());
  },
  async rest(files) {
    const rest = new REST({ api: apiBase?.replace(/\/v\d+$/, "") ?? "", version: "10" }).setToken(botToken);
    const read = await Promise.all(
      files.map(async ({ name: file, data }) => ({
        name: file,
        data: data instanceof Blob ? Buffer.from(await data.arrayBuffer()) : "",
      })),
    );
    return /** @type {any} */ (
      await rest.post("/channels/8/messages", { body: { content: "Maps" }, files: read })
    );
  },
  async read(files) {
    let size = 0;
    for (const { data } of files)
      for await (const piece of data instanceof Blob ? data.stream() : data) size += piece.byteLength;
    return { attachments: [{ size }] };
  },
};

/** @param {number} bytes - of each file */
async function run(bytes) {
  const { attachments = [] } = (await ways[mode]?.(await openFiles(bytes))) ?? {};
  const sent = attachments.reduce((sum, { size }) => sum + size, 0);
  if (sent !== 10 * bytes) throw new Error(`${sent} bytes went out, not ${10 * bytes}.`);
}

await run(mib / 4);
globalThis.gc?.();
const before = process.memoryUsage.rss();
let rss = 0;
const look = () => (rss = Math.max(rss, process.memoryUsage.rss() - before));
const looking = setInterval(look, 20);
await run(Number(fileMib) * mib);
clearInterval(looking);
look();
await rm(folder, { recursive: true });
process.send?.({ rss: rss / mib }, () => process.exit());
