// Measures the cost of an 800-byte interaction. Needs `npm run build`.
import { fork } from "node:child_process";
import { verify } from "node:crypto";
import { once } from "node:events";
import { DiscordHono } from "discord-hono";
import { createInteractionHandler, defineCommand } from "slashpass/interactions";
import { inTurn } from "./frame/measure.js";
import { body, keyObject, publicKey, signature, signed, timestamp } from "./interactions-payload.js";

/** @typedef {import("./frame/bench.ts").Kind} Kind */

/**
 * A signed interaction of 800 bytes, and a message in response. The CPU time of all of the endpoint's threads is nearly
 * independent of the load generator and other load.
 *
 * @type {import("./frame/bench.ts").Bench}
 */
export const bench = {
  title: "Interactions",
  async run(pace) {
    const rounds = pace.pick({ full: 9, quick: 1 });
    const ms = pace.pick({ full: 2000, quick: 300 });
    return [await handlerAlone(rounds), await onRequests(rounds), await onHttp(rounds, ms)];
  },
};

const greet = defineCommand({
  name: "greet",
  description: "Greets",
  options: [{ type: 3, name: "text", description: "What to say", required: true }],
  handle: (interaction) => interaction.reply({ content: "hello" }),
});
const handler = createInteractionHandler({ publicKey, commands: [greet] });

const hex = signature.toString("hex");
const incoming = {
  method: "POST",
  header: (/** @type {string} */ name) => (name === "x-signature-ed25519" ? hex : timestamp),
  readBody: () => Promise.resolve(body),
};

const inFlight = 128;
const key = await crypto.subtle.importKey("raw", Buffer.from(publicKey, "hex"), "Ed25519", false, ["verify"]);
const candidates = /** @type {const} */ ([
  {
    what: "crypto.verify",
    kind: "floor",
    run: () => {
      if (!verify(null, signed, keyObject, signature)) throw new Error("The signature is wrong.");
    },
  },
  {
    what: `Web Crypto, on Node's threads, ${inFlight} in flight`,
    kind: "floor",
    run: async () => {
      if (!(await crypto.subtle.verify("Ed25519", key, signature, signed)))
        throw new Error("The signature is wrong.");
    },
  },
  {
    what: `slashpass, ${inFlight} in flight`,
    kind: "ours",
    run: async () => {
      const { status } = await handler.receive(incoming);
      if (status !== 200) throw new Error(`Answered with ${status}.`);
    },
  },
]);

/** @param {number} rounds @returns {Promise<import("./frame/bench.ts").Table>} */
async function handlerAlone(rounds) {
  const rows = await inTurn(candidates, { rounds, warmUp: 2 }, costOf);
  return {
    name: "interactions-handler",
    title: "The handler, without HTTP",
    unit: "µs",
    rows,
    footnote:
      "Signature verification takes 85 % of the time; the goal is 88 %. slashpass verifies on other " +
      "threads, so one process uses all cores; the second floor does the same. The main thread works for 31 µs, 12 of " +
      "which are the hand-over. Without verification, the handler takes 9 µs.",
  };
}

const headers = { "x-signature-ed25519": hex, "x-signature-timestamp": timestamp };
const bot = new DiscordHono().command("greet", (used) => used.res("hello"));
const botKeys = { DISCORD_PUBLIC_KEY: publicKey, DISCORD_APPLICATION_ID: "1", DISCORD_TOKEN: "token" };
/** @type {{ what: string, kind: Kind, answer: (request: Request) => Response | Promise<Response> }[]} */
const answering = [
  { what: "a manual check with Web Crypto", kind: "floor", answer: answerByHand },
  { what: "slashpass", kind: "ours", answer: handler },
  { what: "discord-hono", kind: "peer", answer: (request) => bot.fetch(request, botKeys) },
];

/** @param {Request} request */
async function answerByHand(request) {
  const text = await request.text();
  const proof = Buffer.from(request.headers.get("x-signature-ed25519") ?? "", "hex");
  const proven = Buffer.from(`${request.headers.get("x-signature-timestamp")}${text}`);
  if (!(await crypto.subtle.verify("Ed25519", key, proof, proven)))
    return new Response(null, { status: 401 });
  return Response.json({ type: 4, data: { content: JSON.parse(text).data.name } });
}

/** @param {number} rounds @returns {Promise<import("./frame/bench.ts").Table>} */
async function onRequests(rounds) {
  const rows = await inTurn(answering, { rounds, warmUp: 2 }, ({ answer }) =>
    costOf({
      run: async () => {
        const request = new Request("https://game.example/", { method: "POST", headers, body });
        const response = await answer(request);
        if (response.status !== 200 || (await response.text()) === "") throw new Error("Not answered.");
      },
    }),
  );
  return {
    name: "interactions-requests",
    title: `Request and Response, ${inFlight} in flight`,
    unit: "µs",
    rows,
    footnote:
      "Creating a `Request` and reading a `Response` take two fifths of the time, because Node implements them in " +
      "JavaScript. slashpass reads the body in chunks to limit its size and time. The peer does not limit the body or " +
      "check the timestamp's age or its own response.",
  };
}

/** Returns microseconds of processor time. @param {{ run: () => void | Promise<void> }} candidate */
async function costOf({ run }) {
  const each = 20;
  const used = process.cpuUsage();
  const work = async () => {
    for (let count = 0; count < each; count++) await run();
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  const { user, system } = process.cpuUsage(used);
  return (user + system) / inFlight / each;
}

/** @param {number} rounds @param {number} ms @returns {Promise<import("./frame/bench.ts").Table>} */
async function onHttp(rounds, ms) {
  const servers = await Promise.all([
    start("a node:http server", "floor", "bare"),
    start("the same with verification on Node's threads", "floor", "threads"),
    start("slashpass at node:http", "ours", "slashpass"),
    start("discord-interactions, Express", "peer", "express"),
  ]);
  const rows = await inTurn(servers, { rounds }, async ({ child, port }) => {
    child.send("begin");
    const load = fork(new URL("interactions-load.js", import.meta.url), [port, 0, ms].map(String));
    const [{ count }] = await once(load, "message");
    child.send("end");
    const [cpu] = await once(child, "message");
    return cpu / count;
  });
  for (const { child } of servers) child.disconnect();
  return {
    name: "interactions-http",
    title: "Over HTTP",
    unit: "µs",
    rows,
    footnote:
      "The first floor verifies on its only thread and blocks other requests; the second uses Node's threads, like " +
      "slashpass. slashpass also limits the time and size of the body. The peer uses Express.",
  };
}

/** @param {string} what @param {Kind} kind @param {string} name */
async function start(what, kind, name) {
  const child = fork(new URL("interactions-server.js", import.meta.url), [name]);
  const [address] = await once(child, "message");
  return { what, kind, child, port: address.port };
}
