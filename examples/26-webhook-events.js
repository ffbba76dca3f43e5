// Serves the events URL. If a player revokes the authorization, the game's server signs them out immediately.
//   node --env-file=.env examples/26-webhook-events.js
// In .env: SLASHPASS_PUBLIC_KEY and TOKENS_KEY (64 hexadecimal digits).
import { createServer } from "node:http";
import { fileTokenStore } from "slashpass";
import { createEventHandler, createNodeListener } from "slashpass/interactions";

// All players' tokens, keyed by user id. Any token store works.
const key = Buffer.from(process.env["TOKENS_KEY"] ?? "", "hex");
const store = fileTokenStore({ path: process.env["TOKENS"] ?? "tokens", key });

const handler = createEventHandler({
  publicKey: process.env["SLASHPASS_PUBLIC_KEY"] ?? "",
  events: {
    APPLICATION_AUTHORIZED: ({ user, scopes }) => console.log(user.username, "authorized", scopes.join(" ")),
    // Waits for any concurrent refresh of this player's tokens, because the refresh would store them again.
    APPLICATION_DEAUTHORIZED: ({ user }) => store.exclusively(user.id, () => store.delete(user.id)),
    ENTITLEMENT_CREATE: (entitlement) => console.log("bought:", entitlement.sku_id),
  },
});

const server = createServer(createNodeListener(handler));
server.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  console.log("Listening:", server.address());
});
