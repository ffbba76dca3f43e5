// Signs in to an application that has a client secret. Only the game's server has the secret. The server exchanges codes, refreshes
// tokens, and can act for the player later. The game receives access tokens and, instead of the refresh token, a session secret.
import { once } from "node:events";
import { createServer } from "node:http";
import { Client, memoryTokenStore, ownServer } from "slashpass";
import { startEmulator } from "slashpass/emulator";
import { createNodeListener } from "slashpass/interactions";
import { createPlayerTokens, createTokenHandler, memoryPlayerStore } from "slashpass/server";

// The emulator replaces Discord.
const emulator = await startEmulator({ world: { applications: [{ publicClient: false }] } });
const { application } = emulator;

// On the server. If you run several instances, use redisPlayerStore from slashpass/redis.
const tokens = createPlayerTokens({
  applicationId: application.id,
  clientSecret: application.clientSecret,
  store: memoryPlayerStore(),
  apiBase: emulator.apiBase,
});
const server = createServer(createNodeListener(createTokenHandler({ tokens })));
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());

// In the game, which has no secret.
const client = new Client({
  ...emulator.clientOptions(),
  openBrowser: emulator.player("Ada").browser(),
  store: memoryTokenStore(),
  ...ownServer(`http://127.0.0.1:${port}/tokens`),
});
const session = await client.signIn({ scopes: "identify" });
const player = await session.user();
console.log(`Welcome, ${player.name}.`);

// On the server again, hours later.
const token = await tokens.accessToken(player.id);
console.log(
  `The server acts for ${player.name} with the same token: ${token === (await session.accessToken())}`,
);

await client.close();
await tokens.drain();
server.close();
await emulator.close();
