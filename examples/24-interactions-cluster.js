// One interactions endpoint with one process per core. The handler is stateless, so the same code works
// behind any load balancer, on any number of machines:
//   node --env-file=.env examples/24-interactions-cluster.js
// In .env: SLASHPASS_PUBLIC_KEY.
import cluster from "node:cluster";
import { createServer } from "node:http";
import { availableParallelism } from "node:os";
import { createInteractionHandler, createNodeListener, defineCommand } from "slashpass/interactions";

const where = defineCommand({
  name: "where",
  description: "Says which process answers",
  handle: (interaction) => interaction.reply({ content: `Process ${process.pid} answers.` }),
});

const handler = createInteractionHandler({
  publicKey: process.env["SLASHPASS_PUBLIC_KEY"] ?? "",
  apiBase: process.env["SLASHPASS_API_BASE"], // for the emulator; omit it for Discord
  commands: [where],
});

if (cluster.isPrimary) {
  for (let i = 0; i < availableParallelism(); i += 1) cluster.fork();
  cluster.on("listening", (_worker, address) => console.log("Listening:", address));
  // Replaces a process that crashes; the others keep running.
  cluster.on("exit", (worker) => worker.exitedAfterDisconnect || cluster.fork());
} else {
  createServer(createNodeListener(handler)).listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1");
}
