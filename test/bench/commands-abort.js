// From an abort to the rejection, wherever the call is: in flight, in a wait for a limit, before a repetition, and
// while the token is obtained. Needs `npm run build:ts`.
import { createServer } from "node:http";
import { REST } from "@discordjs/rest";
import { inTurn } from "./frame/measure.js";

const built = new URL("../../dist/commands/index.js", import.meta.url);
/** @type {typeof import("../../src/commands/index.ts")} */
const { CommandsClient } = await import(built.href);

const bot = { botToken: "bot" };
const never = undefined;
/** @type {readonly { what: string, credential: import("../../src/commands/index.ts").ApiCredential, answer: { status: number, body: unknown } | undefined }[]} */
const places = [
  { what: "in flight", credential: bot, answer: never },
  {
    what: "waiting for a limit",
    credential: bot,
    answer: { status: 429, body: { retry_after: 30, global: false } },
  },
  { what: "before a repetition", credential: bot, answer: { status: 503, body: {} } },
  {
    what: "while the token is obtained",
    credential: { clientId: "1", clientSecret: "secret" },
    answer: never,
  },
];

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "Abort",
  about:
    "From an abort to the rejection of the call, wherever the call is. The floor is the same with a raw `fetch` that is in flight.",
  async run(pace) {
    const rounds = pace.pick({ full: 30, quick: 5 });
    const rows = await inTurn(
      [
        { what: "raw fetch", kind: "floor", answer: never, call: rawFetch },
        ...places.map(({ what, credential, answer }) => ({
          what: `slashpass: ${what}`,
          kind: /** @type {const} */ ("ours"),
          answer,
          call: (/** @type {string} */ apiBase, /** @type {AbortSignal} */ signal) =>
            new CommandsClient({ applicationId: "1", credential, apiBase }).global.list({ signal }),
        })),
        { what: "@discordjs/rest: in flight", kind: "peer", answer: never, call: withRest },
      ],
      { rounds },
      ({ answer, call }) => measure(answer, call),
    );
    return [
      {
        name: "commands-abort",
        title: "From the abort to the rejection",
        unit: "ms",
        rows,
        missing: [
          {
            what: "@discordjs/rest: waiting for a limit",
            why: "it waits to the end whatever is aborted, 30 s in this case",
          },
        ],
        left: "A wait ends at once; a request in flight when `fetch` says so. The rest is the turn of the event loop.",
      },
    ];
  },
};

/** @param {string} apiBase @param {AbortSignal} signal */
function rawFetch(apiBase, signal) {
  return fetch(apiBase, { signal });
}

/** @param {string} apiBase @param {AbortSignal} signal */
function withRest(apiBase, signal) {
  return new REST({ api: apiBase, version: "10" })
    .setToken("bot")
    .get("/applications/1/commands", { signal });
}

/**
 * @param {{ status: number, body: unknown } | undefined} answer none: the service never answers.
 * @param {(apiBase: string, signal: AbortSignal) => Promise<unknown>} call
 * @returns {Promise<number>} milliseconds
 */
async function measure(answer, call) {
  const server = createServer((_, response) => {
    if (!answer) return;
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  const apiBase = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const stop = new AbortController();
  let stoppedAt = 0;
  setTimeout(() => {
    stoppedAt = performance.now();
    stop.abort();
  }, 60);
  await call(apiBase, stop.signal).catch(() => undefined);
  const time = performance.now() - stoppedAt;
  server.closeAllConnections();
  server.close();
  return time;
}
