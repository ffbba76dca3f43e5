import { createServer } from "node:http";
import { createInteractionHandler, createNodeListener, defineCommand } from "slashpass/interactions";

const launch = defineCommand({
  type: 4,
  name: "launch",
  handle: (interaction) => interaction.launchActivity(),
});

/**
 * Starts the game's interactions endpoint, which verifies each interaction and launches the Activity for the entry point.
 *
 * @param {{ readonly publicKey: string, readonly apiBase: string }} service
 */
export async function startEndpoint(service) {
  const handler = createInteractionHandler({ ...service, commands: [launch] });
  const server = createServer(createNodeListener(handler));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The endpoint has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/interactions`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  };
}
