// What a rollout of 130 commands costs the process, for each guild, with 1 to 10,000 guilds. Needs `npm run build`.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileJournal } from "slashpass/commands/file-journal";

const commands = Array.from({ length: 130 }, (_, index) => ({
  // 100 in the chat, 15 on users and 15 on messages: the limits of a guild.
  name: `command-${index}`,
  ...(index < 100
    ? { description: "Does a thing" }
    : { type: index < 115 ? /** @type {const} */ (2) : /** @type {const} */ (3) }),
}));
const stored = commands.map((command, index) => ({
  type: 1,
  ...command,
  id: String(1000 + index),
  application_id: "1",
  version: "1",
}));
const answers = {
  GET: "[]",
  PUT: JSON.stringify(stored),
};

globalThis.fetch = async (_, init) => {
  const body = init?.method === "PUT" ? answers.PUT : answers.GET;
  return new Response(body, { headers: { "content-type": "application/json" } });
};
const built = new URL("../../dist/commands/index.js", import.meta.url);
/** @type {typeof import("../../src/commands/index.ts")} */
const { CommandsClient } = await import(built.href);

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "A rollout to many guilds",
  about:
    "130 commands to each guild, with a journal in a file: plan, apply and note; processor time of the process. A stand-in for " +
    "`fetch` answers at once and no limit is in the way, so it is our own work alone. The floor are the same two requests of the " +
    "stand-in, one body, and one line written and flushed.",
  async run(pace) {
    const sizes = pace.pick({ full: [1, 10, 100, 1000, 10_000], quick: [1, 10, 100] });
    await rollOut(200);
    /** @type {{ size: number, ms: number, floorMs: number, heapKb: number, journalBytes: number }[]} */
    const all = [];
    for (const size of sizes)
      all.push({ size, ...(await rollOut(size)), floorMs: await bare(Math.min(size, 1000)) });
    const most = all.at(-1);
    return [
      {
        name: "commands-growth",
        title: "The cost of one guild",
        size: "guilds",
        unit: "ms a guild",
        lines: [
          {
            what: "slashpass",
            kind: "ours",
            points: all.map(({ size, ms }) => /** @type {const} */ ([size, ms / size])),
          },
          {
            what: "the two requests and the line",
            kind: "floor",
            points: all.map(
              ({ size, floorMs }) => /** @type {const} */ ([size, floorMs / Math.min(size, 1000)]),
            ),
          },
        ],
        counts: [
          {
            what: "bytes of the journal for each guild",
            value: Math.ceil((most?.journalBytes ?? 0) / (most?.size ?? 1)),
            atMost: 150,
          },
          {
            what: `kilobytes of memory that ${most?.size.toLocaleString("en")} guilds leave, for each guild`,
            value: Math.ceil((most?.heapKb ?? 0) / Math.max(100, most?.size ?? 1)),
            atMost: 10,
            ifQuiet: true,
          },
        ],
        left:
          "The curve does not bend upward: guilds are begun 50 at a time, and what is left of one is its result and a line of the " +
          "journal. The few guilds of the beginning pay for the check of the commands and for the compiler. By profile no part is " +
          "above a tenth: what came is checked and compared with what is wanted, the set is hashed for the journal, and each request " +
          "has its limit, its deadline and its redactor. The service's 50 requests a second leave 40 ms for a guild, and 10,000 " +
          "guilds 7 minutes.",
      },
    ];
  },
};

/** @param {number} count */
async function rollOut(count) {
  const folder = mkdtempSync(join(tmpdir(), "slashpass-growth-"));
  const path = join(folder, "journal.jsonl");
  const limits = { enter: async () => ({ leave() {} }) };
  const client = new CommandsClient({ applicationId: "1", credential: { botToken: "bot" }, limits });
  const guildIds = Array.from({ length: count }, (_, index) => `${200000000000000000n + BigInt(index)}`);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const start = process.cpuUsage();
  const results = await client.rollout(commands, guildIds, { journal: fileJournal(path) });
  const { user, system } = process.cpuUsage(start);
  const ms = (user + system) / 1000;
  globalThis.gc?.();
  const heapKb = (process.memoryUsage().heapUsed - before) / 1000;
  const failed = results.find(({ status }) => status !== "done");
  if (failed) throw new Error("A guild was not done.", { cause: failed.error });
  const journalBytes = statSync(path).size;
  rmSync(folder, { recursive: true });
  return { ms, heapKb, journalBytes };
}

/** @param {number} count @returns {Promise<number>} milliseconds */
async function bare(count) {
  const folder = mkdtempSync(join(tmpdir(), "slashpass-growth-"));
  const start = process.cpuUsage();
  for (let guild = 0; guild < count; guild++) {
    await (await fetch("https://service.example/")).json();
    await (await fetch("https://service.example/", { method: "PUT", body: JSON.stringify(commands) })).json();
    await appendFile(join(folder, "journal.jsonl"), "x".repeat(147), { flush: true });
  }
  const { user, system } = process.cpuUsage(start);
  rmSync(folder, { recursive: true });
  return (user + system) / 1000;
}
