// How many interactions of 800 bytes one process answers in a second, beside the bare Ed25519 verification that all cores
// allow, and beside discord-interactions behind Express. What is compared runs in turn, several rounds; medians are printed.
// The load generator has its share of the machine, so what comes over HTTP is less than a server alone could do.
// Needs `npm run build:ts`.
import { fork } from "node:child_process";
import { verify } from "node:crypto";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { createInteractionHandler, defineCommand } from "slashpass/interactions";
import { body, forged, keyObject, publicKey, signature, signed, timestamp } from "./interactions-payload.js";
import { bareRate } from "./interactions-verify.js";

const rounds = Number(process.env["ROUNDS"] ?? 5);
const ms = 2000;
const inFlight = 128;

/** @typedef {{ rate: number, cpu: number }} Alone with `cpu` in microseconds, all threads together */
/** @typedef {Alone & { p99: number, delay: number }} Served */
/** @typedef {{ bare: Alone, alone: Alone, slashpass: Served, express: Served }} Round */

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
  child.send("begin");
  const load = fork(new URL("interactions-load.js", import.meta.url), [port, forgedShare, ms].map(String));
  const [{ count, rate, p99 }] = await once(load, "message");
  child.send("end");
  const [{ delay, cpu }] = await once(child, "message");
  return { rate, p99, delay, cpu: cpu / count };
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
  const used = process.cpuUsage();
  const started = performance.now();
  const clients = Array.from({ length: inFlight }, async () => {
    while (performance.now() - started < ms) {
      count += 1;
      const incoming = (count * forgedShare) % 1 === 0 ? good : bad;
      if (incoming) statuses.add((await handler.receive(incoming)).status);
    }
  });
  await Promise.all(clients);
  if (statuses.size !== (forgedShare === 0 ? 1 : 2) || !statuses.has(200)) throw new Error("Wrong answers.");
  return { rate: (count * 1000) / (performance.now() - started), cpu: cpuSince(used) / count };
}

/** The processor time of one verification, alone in its thread. */
function bareCpu() {
  const count = 5000;
  const used = process.cpuUsage();
  for (let i = 0; i < count; i += 1) verify(null, signed, keyObject, signature);
  return cpuSince(used) / count;
}

/** @param {NodeJS.CpuUsage} used */
function cpuSince(used) {
  const { user, system } = process.cpuUsage(used);
  return user + system;
}

const ways = /** @type {const} */ ({
  bare: "bare verification, all cores",
  alone: `handler, ${inFlight} in flight`,
  slashpass: "handler on node:http",
  express: "discord-interactions, Express",
});

/**
 * The median over the rounds.
 * @param {Round[]} taken
 * @param {(round: Round) => number | undefined} pick
 * @param {number} [digits]
 */
function median(taken, pick, digits = 0) {
  const values = taken.map((round) => pick(round) ?? Number.NaN).toSorted((a, b) => a - b);
  return (values[Math.floor(values.length / 2)] ?? Number.NaN).toFixed(digits);
}

const servers = { slashpass: await start("slashpass"), express: await start("express") };
console.log(
  `Node ${process.version}, ${availableParallelism()} cores, ${body.length} bytes, ${rounds} rounds of ${ms} ms`,
);
for (const forgedShare of [0, 0.5]) {
  /** @type {Round[]} */
  const taken = [];
  for (let round = 0; round <= rounds; round += 1) {
    const bare = { rate: await bareRate(ms), cpu: bareCpu() };
    const alone = await answerInProcess(forgedShare);
    const slashpass = await serve(servers.slashpass, forgedShare);
    const express = await serve(servers.express, forgedShare);
    // The first round warms up.
    if (round > 0) taken.push({ bare, alone, slashpass, express });
  }
  console.log(
    `\n${forgedShare * 100} % forged signatures: answers a second, share of bare, processor time each`,
  );
  for (const way of /** @type {const} */ (["bare", "alone", "slashpass", "express"])) {
    const rate = `${median(taken, (round) => round[way].rate)}/s`;
    const share = median(taken, (round) => round[way].rate / round.bare.rate, 2);
    const cpu = `${median(taken, (round) => round[way].cpu, 1)} µs`;
    console.log(ways[way].padEnd(30), rate.padStart(9), share.padStart(6), cpu.padStart(10));
  }
  for (const way of /** @type {const} */ (["slashpass", "express"])) {
    const p99 = median(taken, (round) => round[way].p99, 1);
    const delay = median(taken, (round) => round[way].delay, 1);
    console.log(`${ways[way]}: p99 ${p99} ms, event loop delay p99 ${delay} ms`);
  }
  const byCpu = median(taken, ({ bare, alone }) => bare.cpu / alone.cpu, 2);
  const faster = median(taken, ({ slashpass, express }) => slashpass.rate / express.rate, 2);
  console.log(
    `share of the handler's processor time that is verification: ${byCpu} (asked of the rate: 0.85)`,
  );
  console.log(`node:http beside Express: ${faster} times (asked: 2)`);
}
for (const { child } of Object.values(servers)) child.disconnect();
