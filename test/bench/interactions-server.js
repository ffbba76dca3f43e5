// A server for the interactions benchmark. Argument: bare, threads, slashpass or express
import { verify } from "node:crypto";
import { createServer } from "node:http";
import { verifyKeyMiddleware } from "discord-interactions";
import express from "express";
import { createInteractionHandler, createNodeListener, defineCommand } from "slashpass/interactions";
import { keyObject, publicKey } from "./interactions-payload.js";

const greet = defineCommand({
  name: "greet",
  description: "Greets",
  options: [{ type: 3, name: "text", description: "What to say", required: true }],
  handle: (interaction) => interaction.reply({ content: "hello" }),
});

/** @typedef {import("node:http").IncomingMessage} IncomingMessage */
/** @typedef {import("node:http").ServerResponse} ServerResponse */

/**
 * A minimal endpoint: reads the body, verifies, parses, responds.
 *
 * @param {(signed: Buffer, proof: Buffer, done: (isGood: boolean) => void) => void} check
 */
function leastServer(check) {
  return (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) => {
    /** @type {Buffer[]} */
    const chunks = [Buffer.from(String(request.headers["x-signature-timestamp"]))];
    const proof = Buffer.from(String(request.headers["x-signature-ed25519"]), "hex");
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () =>
      check(Buffer.concat(chunks), proof, (isGood) => {
        if (!isGood) return void response.writeHead(401).end();
        const { data } = JSON.parse(Buffer.concat(chunks.slice(1)).toString());
        const answer = JSON.stringify({
          type: 4,
          data: { content: data.name === "greet" ? "hello" : "unknown" },
        });
        response.writeHead(200, { "content-type": "application/json" }).end(answer);
      }),
    );
  };
}

const variants = {
  bare: () => leastServer((signed, proof, done) => done(verify(null, signed, keyObject, proof))),
  threads: () =>
    leastServer((signed, proof, done) =>
      verify(null, signed, keyObject, proof, (error, isGood) => done(!error && isGood)),
    ),
  slashpass: () => createNodeListener(createInteractionHandler({ publicKey, commands: [greet] })),
  express: () => {
    const app = express();
    app.post("/", verifyKeyMiddleware(publicKey), (request, response) => {
      const known = request.body.data.name === "greet";
      response.json({ type: 4, data: { content: known ? "hello" : "unknown" } });
    });
    return app;
  },
};

const listener = variants[/** @type {keyof typeof variants} */ (process.argv[2])]();
const server = createServer(listener).listen(0, "127.0.0.1", () => process.send?.(server.address()));
let used = process.cpuUsage();
process.on("message", (message) => {
  if (message === "begin") {
    used = process.cpuUsage();
    return;
  }
  const { user, system } = process.cpuUsage(used);
  // All threads' processor time, in microseconds.
  process.send?.(user + system);
});
process.on("disconnect", () => process.exit());
