// One server of the interactions bench, in a process of its own: `node interactions-server.js slashpass|express`.
import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { verifyKeyMiddleware } from "discord-interactions";
import express from "express";
import { createInteractionHandler, createNodeListener, defineCommand } from "slashpass/interactions";
import { publicKey } from "./interactions-payload.js";

const greet = defineCommand({
  name: "greet",
  description: "Greets",
  options: [{ type: 3, name: "text", description: "What to say", required: true }],
  handle: (interaction) => interaction.reply({ content: "hello" }),
});

const ways = {
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

const listener = process.argv[2] === "express" ? ways.express() : ways.slashpass();
const server = createServer(listener).listen(0, "127.0.0.1", () => process.send?.(server.address()));
const delay = monitorEventLoopDelay({ resolution: 1 });
let used = process.cpuUsage();
// The monitor costs the machine a little, so it runs only while this server is asked.
process.on("message", (message) => {
  if (message === "begin") {
    delay.reset();
    delay.enable();
    used = process.cpuUsage();
    return;
  }
  delay.disable();
  const { user, system } = process.cpuUsage(used);
  // The delay in milliseconds beyond the timer's own resolution; the time of all threads in microseconds.
  process.send?.({ delay: delay.percentile(99) / 1e6 - 1, cpu: user + system });
});
process.on("disconnect", () => process.exit());
