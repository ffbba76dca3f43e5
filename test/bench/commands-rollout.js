// Measures the time and the number of requests of two rollouts to 50 guilds, with slashpass and with @discordjs/rest. The server
// has a latency of 100 ms and allows 50 requests per second. Needs `npm run build:ts`.
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
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

/** @typedef {{ ms: number, requests: number, writes: number, refused: number }} Run */

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "A rollout to 50 guilds",
  about:
    "10 commands for 50 guilds, with a latency of 100 ms and 50 requests per second. The floor is calculated: the " +
    "time that the rate limit allows for slashpass's requests.",
  async run(pace) {
    /** @type {Record<"ours" | "theirs", Run[][]>} */
    const runs = { ours: [], theirs: [] };
    for (let round = 0; round < pace.pick({ full: 5, quick: 1 }); round++) {
      runs.ours.push(await measure(withSlashpass));
      // Rejected requests make this run take ten times as long.
      if (pace.name === "full") runs.theirs.push(await measure(withRest));
    }
    return ["first", "second"].map((which, index) => {
      const ours = runs.ours.flatMap((run) => run[index] ?? []);
      const theirs = runs.theirs.flatMap((run) => run[index] ?? []);
      const bounds = ours.map(({ requests }) => Math.floor((requests - 1) / perSecond) * 1000 + latencyMs);
      const most = (/** @type {"requests" | "writes" | "refused"} */ what) =>
        Math.max(...ours.map((run) => run[what]));
      return {
        name: `commands-rollout-${which}`,
        title: `The ${which} run`,
        unit: "ms",
        rows: [
          {
            what: "the minimum time at the rate limit",
            kind: /** @type {const} */ ("floor"),
            values: bounds,
          },
          { what: "slashpass", kind: /** @type {const} */ ("ours"), values: ours.map(({ ms }) => ms) },
          ...(theirs.length > 0
            ? [
                {
                  what: "@discordjs/rest",
                  kind: /** @type {const} */ ("peer"),
                  values: theirs.map(({ ms }) => ms),
                },
              ]
            : []),
        ],
        counts: [
          {
            what: "requests",
            value: most("requests"),
            atMost: which === "first" ? 100 : 50,
            ifQuiet: true,
          },
          { what: "writes", value: most("writes"), atMost: which === "first" ? 50 : 0 },
          {
            what: "requests rejected with 429",
            value: most("refused"),
            atMost: 0,
            ifQuiet: true,
          },
        ],
        footnote:
          "The limiter sends slightly below the limit, because a request that arrives a millisecond early is rejected, and " +
          "rejections count toward a ban. A client that does not compare first writes everything each time.",
      };
    });
  },
};

/**
 * Measures a first and a second rollout.
 *
 * @param {(apiBase: string) => () => Promise<unknown>} contender
 * @returns {Promise<Run[]>}
 */
async function measure(contender) {
  const server = spawn(process.execPath, [fileURLToPath(new URL("commands-server.js", import.meta.url))]);
  const port = await new Promise((resolve) =>
    server.stdout.once("data", (data) => resolve(`${data}`.trim())),
  );
  const rollOut = contender(`http://127.0.0.1:${port}`);
  const runs = [];
  for (let run = 0; run < 2; run++) {
    const start = performance.now();
    await rollOut();
    const ms = performance.now() - start;
    const answer = await fetch(`http://127.0.0.1:${port}/counts`);
    /** @type {any} */
    const counts = await answer.json();
    runs.push({ ms, ...counts });
    // Waits for the first run's rate limits to expire.
    if (run === 0) await sleep(6000);
  }
  server.kill();
  return runs;
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
