// A game whose application has a secret. Its own server has it: the server exchanges the codes, refreshes, and can act for the
// player later. The game gets access tokens, and a session secret in place of the refresh token.
import { once } from "node:events";
import { createServer } from "node:http";
import { Client, ownServer } from "slashpass";
import { createNodeListener } from "slashpass/interactions";
import { createPlayerTokens, createTokenHandler, memoryPlayerStore } from "slashpass/server";
import { clientOptions, emulator } from "./setting.js";

const application = emulator.addApplication({ publicClient: false });

// On the server. With several instances: redisPlayerStore of slashpass/redis.
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
  ...clientOptions,
  applicationId: application.id,
  openBrowser: emulator.player("Ada", { application }).browser(),
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
