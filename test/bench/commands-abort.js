// From an abort to the rejection, wherever the call is: in flight, in a wait for a limit, before a repetition, and
// while the token is obtained. The longest of 20 each. Needs `npm run build:ts`.
import { createServer } from "node:http";

const built = new URL("../../dist/commands/index.js", import.meta.url);
/** @type {typeof import("../../src/commands/index.ts")} */
const { CommandsClient } = await import(built.href);

const runs = 20;
const bot = { botToken: "bot" };
/** @type {Record<string, { status: number, body: unknown } | undefined>} */
const places = {
  "in flight": undefined,
  "waiting for a limit": { status: 429, body: { retry_after: 30, global: false } },
  "before a repetition": { status: 503, body: {} },
};

for (const [place, answer] of Object.entries(places)) await measure(place, bot, answer);
await measure("while the token is obtained", { clientId: "1", clientSecret: "secret" }, undefined);

/**
 * @param {string} place
 * @param {import("../../src/commands/index.ts").ApiCredential} credential
 * @param {{ status: number, body: unknown } | undefined} answer none: the service never answers.
 */
async function measure(place, credential, answer) {
  const server = createServer((_, response) => {
    if (!answer) return;
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  const apiBase = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  let longest = 0;
  for (let run = 0; run < runs; run++) {
    const client = new CommandsClient({ applicationId: "1", credential, apiBase });
    const stop = new AbortController();
    let stoppedAt = 0;
    setTimeout(() => {
      stoppedAt = performance.now();
      stop.abort();
    }, 60);
    await client.global.list({ signal: stop.signal }).catch(() => undefined);
    longest = Math.max(longest, performance.now() - stoppedAt);
  }
  console.log(`${place}: ${longest.toFixed(1)} ms at most`);
  server.closeAllConnections();
  server.close();
}
