// What memory files take while they go out with a message: the client in a process of its own, against an emulator in this one.
// Needs `npm run build`.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startEmulator } from "slashpass/emulator";
import { inTurn } from "./frame/measure.js";

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "Uploads",
  about:
    "10 files of 10 MiB, of 2 in a quick run, with one message: how far the memory of the sender goes above what it took after small files. The floors are " +
    "the same files when they are only read, since each piece is memory that V8 frees when it next collects, and a raw `fetch` " +
    "of them as a form.",
  async run(pace) {
    const guild = { id: "7", name: "Reef", channels: [{ id: "8", name: "general" }] };
    const emulator = await startEmulator({ world: { guilds: [guild] } });
    const rounds = pace.pick({ full: 3, quick: 1 });
    const { apiBase, application } = emulator;
    const fileMib = pace.pick({ full: 10, quick: 2 });
    const env = {
      API_BASE: apiBase,
      APPLICATION_ID: application.id,
      BOT_TOKEN: application.botToken,
      FILE_MIB: String(fileMib),
    };
    const table = async (/** @type {Heading} */ heading, /** @type {readonly Way[]} */ ways) => ({
      ...heading,
      unit: "MiB",
      rows: await inTurn(ways, { rounds, warmUp: 0 }, ({ files, mode }) =>
        grown({ ...env, KIND: files, MODE: mode }),
      ),
    });
    const parts = [await table(fromDisk, diskWays), await table(madeOnTheWay, streamWays)];
    await emulator.close();
    return parts;
  },
};

/** @typedef {Pick<import("./frame/bench.ts").Table, "name" | "title" | "missing" | "left">} Heading */
/** @typedef {{ what: string, kind: import("./frame/bench.ts").Kind, files: string, mode: string }} Way */

/** @type {Heading} */
const fromDisk = {
  name: "uploads-from-disk",
  title: "Files on the disk",
  left:
    "A file is read piece by piece while it goes out, and a piece is not asked for before the one before has been taken. The peer takes " +
    "files as bytes in memory alone, so all of them are there at once, twice: as they were given, and as they go out.",
};
/** @type {readonly Way[]} */
const diskWays = [
  { what: "reading them", kind: "floor", files: "blobs", mode: "read" },
  { what: "raw `fetch` of a form", kind: "floor", files: "blobs", mode: "fetch" },
  { what: "slashpass", kind: "ours", files: "blobs", mode: "send" },
  { what: "@discordjs/rest", kind: "peer", files: "blobs", mode: "rest" },
];

/** @type {Heading} */
const madeOnTheWay = {
  name: "uploads-made",
  title: "Files that are made on the way",
  missing: [{ what: "@discordjs/rest", why: "it takes no stream" }],
  left: "The pieces are made by the caller's generator while the request goes out; nothing is put together.",
};
/** @type {readonly Way[]} */
const streamWays = [
  { what: "reading them", kind: "floor", files: "iterables", mode: "read" },
  { what: "slashpass", kind: "ours", files: "iterables", mode: "send" },
];

/** @param {NodeJS.ProcessEnv} env @returns {Promise<number>} MiB */
async function grown(env) {
  const client = fork(fileURLToPath(new URL("uploads-client.js", import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: ["--expose-gc"],
  });
  /** @type {{ rss: number } | undefined} */
  let told;
  client.once("message", (message) => (told = /** @type {typeof told} */ (message)));
  const [code] = await once(client, "exit");
  if (!told) throw new Error(`The client ended with ${code}.`);
  return told.rss;
}
