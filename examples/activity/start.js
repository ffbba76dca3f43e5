// Runs a two-player Activity with its server:
//   node examples/activity/start.js
// Uses the emulator and prints the pages to open. For the real client:
//   node --env-file=.env examples/activity/start.js
// In .env: SLASHPASS_APPLICATION_ID, SLASHPASS_CLIENT_SECRET, SLASHPASS_BOT_TOKEN, PUBLIC_HOST (the host name of your tunnel) and
// PORT.
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { startEmulator } from "slashpass/emulator";
import { createServer as createVite } from "vite";
import { createGame } from "./game.js";

const server = createServer();
server.listen(Number(process.env["PORT"] ?? 0), "127.0.0.1");
await once(server, "listening");
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());

const settings = process.env["SLASHPASS_APPLICATION_ID"] ? fromEnvironment() : await fromEmulator();
const game = createGame(settings);
const vite = await createVite({
  configFile: false,
  root: fileURLToPath(new URL("page", import.meta.url)),
  define: { "import.meta.env.VITE_APPLICATION_ID": JSON.stringify(settings.applicationId) },
  optimizeDeps: { include: ["@discord/embedded-app-sdk"] },
  server: {
    middlewareMode: true,
    hmr: { server },
    // Vite rejects unknown host names, so allow that of your tunnel.
    allowedHosts: [process.env["PUBLIC_HOST"] ?? "localhost"],
  },
});
server.on("request", (request, response) => {
  if (!game(request, response)) vite.middlewares(request, response);
});
console.log(`The game listens at http://127.0.0.1:${port}/`);

function fromEnvironment() {
  return {
    applicationId: process.env["SLASHPASS_APPLICATION_ID"] ?? "",
    clientSecret: process.env["SLASHPASS_CLIENT_SECRET"] ?? "",
    botToken: process.env["SLASHPASS_BOT_TOKEN"] ?? "",
    apiBase: process.env["SLASHPASS_API_BASE"],
  };
}

async function fromEmulator() {
  const commands = [{ type: 4, name: "launch", description: "Wave together", handler: 2 }];
  const activity = { mappings: [{ prefix: "/", target: `127.0.0.1:${port}` }] };
  const players = ["Ada", "Grace"];
  // An application with a server keeps its secret there, so it is not a public client.
  const applications = [{ name: "Wave", publicClient: false, activity, commands }];
  const emulator = await startEmulator({
    world: { applications, players, guilds: [{ name: "The Arcade" }] },
  });
  const { application, apiBase, webBase } = emulator;
  console.log("Open each URL in its own window, and use /launch in both:");
  for (const player of players) {
    const place = new URLSearchParams({ player, guild: "The Arcade" });
    console.log(`  ${webBase}/?${place.toString()}`);
  }
  const { id, clientSecret, botToken } = application;
  return { applicationId: id, clientSecret, botToken, apiBase };
}
