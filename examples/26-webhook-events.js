// The events URL: whoever revokes the authorization is signed out of the game's server at once.
//   PUBLIC_KEY=… PORT=3000 node examples/26-webhook-events.js
import { createServer } from "node:http";
import { memoryTokenStore } from "slashpass";
import { createEventHandler, createNodeListener } from "slashpass/interactions";

// The tokens of all players, kept by their user id.
const store = memoryTokenStore();

const handler = createEventHandler({
  publicKey: process.env["PUBLIC_KEY"] ?? "",
  events: {
    APPLICATION_AUTHORIZED: ({ user, scopes }) => console.log(user.username, "authorized", scopes.join(" ")),
    APPLICATION_DEAUTHORIZED: async ({ user }) => {
      await store.delete(user.id);
      console.log(user.username, "is signed out");
    },
    ENTITLEMENT_CREATE: (entitlement) => console.log("bought:", entitlement.sku_id),
  },
});

const server = createServer(createNodeListener(handler));
server.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  console.log("Listening:", server.address());
});
