// The same commands to 50 guilds: how long, with how many requests, and how a second run fares, beside @discordjs/rest.
// The service is 100 ms away and takes 50 requests a second. Needs `npm run build:ts`.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { REST } from "@discordjs/rest";

const built = new URL("../../dist/commands/index.js", import.meta.url);
/** @type {typeof import("../../src/commands/index.ts")} */
const { CommandsClient } = await import(built.href);

const latencyMs = 100;
const perSecond = 50;
const guildIds = Array.from({ length: 50 }, (_, index) => `${200000000000000000n + BigInt(index)}`);
const commands = Array.from({ length: 10 }, (_, index) => ({
  name: `command-${index}`,
  description: "Does a thing",
}));

for (const contender of [withSlashpass, withRest]) await measure(contender);

/** @param {(apiBase: string) => () => Promise<unknown>} contender */
async function measure(contender) {
  const server = spawn(process.execPath, [fileURLToPath(new URL("commands-server.js", import.meta.url))]);
  const port = await new Promise((resolve) =>
    server.stdout.once("data", (data) => resolve(`${data}`.trim())),
  );
  const rollOut = contender(`http://127.0.0.1:${port}`);
  for (const run of ["first run", "second run"]) {
    const start = performance.now();
    await rollOut();
    const ms = performance.now() - start;
    const answer = await fetch(`http://127.0.0.1:${port}/counts`);
    /** @type {any} */
    const { requests, writes, refused } = await answer.json();
    const bound = Math.floor((requests - 1) / perSecond) * 1000 + latencyMs;
    console.log(
      `${contender.name}, ${run}: ${ms.toFixed(0)} ms, ${requests} requests (${writes} writes, ${refused} refused with 429); ` +
        `the limit allows ${bound} ms: ${(ms / bound).toFixed(2)} x`,
    );
    // The window of the first run must not slow the second.
    await new Promise((resolve) => setTimeout(resolve, 6000));
  }
  server.kill();
}

/** @param {string} apiBase */
function withSlashpass(apiBase) {
  const client = new CommandsClient({ applicationId: "1", credential: { botToken: "bot" }, apiBase });
  return async () => client.rollout(commands, guildIds);
}

/** @param {string} apiBase */
function withRest(apiBase) {
  const rest = new REST({ api: apiBase, version: "10" }).setToken("bot");
  return async () =>
    Promise.all(
      guildIds.map(async (id) => rest.put(`/applications/1/guilds/${id}/commands`, { body: commands })),
    );
}
