// How many interactions of 800 bytes one process answers in a second, beside the bare Ed25519 verification that all cores
// allow, and beside discord-interactions behind Express. What is compared runs in turn, several rounds; medians are printed.
// The load generator has its share of the machine, so what comes over HTTP is less than a server alone could do.
// Needs `npm run build:ts`.
import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { createInteractionHandler, defineCommand } from "slashpass/interactions";
import { body, forged, publicKey, signature, timestamp } from "./interactions-payload.js";
import { bareRate } from "./interactions-verify.js";

const rounds = Number(process.env["ROUNDS"] ?? 5);
const ms = 2000;

/** @typedef {{ rate: number, p99: number, delay: { p99: number } }} Served */
/** @typedef {{ bare: number, alone: number, slashpass: Served, express: Served }} Round */

/** @param {string} name */
async function start(name) {
  const child = fork(new URL("interactions-server.js", import.meta.url), [name]);
  const [address] = await once(child, "message");
  return { child, port: address.port };
}

/**
 * @param {{ child: import("node:child_process").ChildProcess, port: number }} server
 * @param {number} forgedShare
 */
async function serve({ child, port }, forgedShare) {
  const load = fork(new URL("interactions-load.js", import.meta.url), [port, forgedShare, ms].map(String));
  const [{ rate, p99 }] = await once(load, "message");
  child.send("delay");
  const [delay] = await once(child, "message");
  return { rate, p99, delay };
}

const greet = defineCommand({
  name: "greet",
  description: "Greets",
  options: [{ type: 3, name: "text", description: "What to say", required: true }],
  handle: (interaction) => interaction.reply({ content: "hello" }),
});
const handler = createInteractionHandler({ publicKey, commands: [greet] });

/**
 * The handler alone, without HTTP.
 * @param {number} forgedShare
 */
async function answerInProcess(forgedShare) {
  const [good, bad] = [signature, forged].map((proof) => {
    const hex = proof.toString("hex");
    const header = (/** @type {string} */ name) => (name === "x-signature-ed25519" ? hex : timestamp);
    return { method: "POST", header, readBody: () => Promise.resolve(body) };
  });
  const statuses = new Set();
  let count = 0;
  const started = performance.now();
  const clients = Array.from({ length: 64 }, async () => {
    while (performance.now() - started < ms) {
      count += 1;
      const incoming = (count * forgedShare) % 1 === 0 ? good : bad;
      if (incoming) statuses.add((await handler.receive(incoming)).status);
    }
  });
  await Promise.all(clients);
  if (statuses.size !== (forgedShare === 0 ? 1 : 2) || !statuses.has(200)) throw new Error("Wrong answers.");
  return (count * 1000) / (performance.now() - started);
}

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const servers = { slashpass: await start("slashpass"), express: await start("express") };
console.log(
  `Node ${process.version}, ${availableParallelism()} cores, ${body.length} bytes, ${rounds} rounds of ${ms} ms`,
);
for (const forgedShare of [0, 0.5]) {
  /** @type {Round[]} */
  const taken = [];
  for (let round = 0; round <= rounds; round += 1) {
    const bare = await bareRate(ms);
    const alone = await answerInProcess(forgedShare);
    const slashpass = await serve(servers.slashpass, forgedShare);
    const express = await serve(servers.express, forgedShare);
    // The first round warms up.
    if (round > 0) taken.push({ bare, alone, slashpass, express });
  }
  console.log(`${forgedShare * 100} % forged signatures`);
  console.log(`  bare verification, all cores   ${median(taken.map(({ bare }) => bare)).toFixed(0)}/s`);
  console.log(`  handler without HTTP           ${median(taken.map(({ alone }) => alone)).toFixed(0)}/s`);
  for (const way of /** @type {const} */ (["slashpass", "express"])) {
    const of = (/** @type {(served: Served) => number} */ pick) =>
      median(taken.map((round) => pick(round[way])));
    const [rate, p99, delay] = [of((s) => s.rate), of((s) => s.p99), of((s) => s.delay.p99)];
    const name = way === "express" ? "discord-interactions, Express" : "slashpass, node:http";
    console.log(
      `  ${name.padEnd(30)} ${rate.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms, event loop delay p99 ${delay.toFixed(1)} ms`,
    );
  }
  const ratio = (/** @type {(round: Round) => number} */ of) => median(taken.map(of)).toFixed(2);
  console.log(`  handler / bare                 ${ratio(({ alone, bare }) => alone / bare)} (asked: 0.85)`);
  console.log(`  node:http / bare               ${ratio(({ slashpass, bare }) => slashpass.rate / bare)}`);
  console.log(
    `  node:http / Express            ${ratio(({ slashpass, express }) => slashpass.rate / express.rate)} (asked: 2)`,
  );
}
for (const { child } of Object.values(servers)) child.disconnect();
