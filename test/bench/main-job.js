// The main job with the scripted player: from nothing to a launched Activity. Needs `npm run build`.
import { createServer } from "node:http";
import { AuthorizationTokenType, Client, memoryTokenStore } from "slashpass";
import { CommandsClient } from "slashpass/commands";
import { startEmulator } from "slashpass/emulator";
import { startEndpoint } from "../../examples/main-job/endpoint.js";
import { inTurn, timed } from "./frame/measure.js";

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "The main job",
  about:
    "An emulator is started, a player signs in and is fetched, a command is registered, its endpoint checked, and the player launches " +
    "the Activity by it; in one process, in which all is loaded. The floor is as many requests by `fetch` to a bare server, one after " +
    "the other. No other package does it.",
  async run(pace) {
    let requests = await mainJob();
    const rows = await inTurn(
      /** @type {const} */ ([
        { what: "as many requests", kind: "floor", run: () => bareRequests(requests) },
        { what: "slashpass", kind: "ours", run: async () => (requests = await mainJob()) },
      ]),
      { rounds: pace.pick({ full: 30, quick: 4 }) },
      ({ run }) => timed(run),
    );
    return [
      {
        name: "main-job",
        title: "From nothing to a launched Activity",
        unit: "ms",
        rows,
        // One of them is the preflight of the authorize page, one asks for the player's name.
        counts: [{ what: "requests that the emulator answers", value: requests, atMost: 12 }],
        left:
          "Most of it is the authorization server of the emulator, which is begun anew, makes its keys and signs; then the signatures of " +
          "the interactions. What the first one in a process costs is among the starts.",
      },
    ];
  },
};

async function mainJob() {
  let requests = 0;
  const emulator = await startEmulator({
    world: { applications: [{ activities: true }] },
    onRequest: () => requests++,
  });
  const { application } = emulator;
  const client = new Client({
    ...emulator.clientOptions(),
    store: memoryTokenStore(),
    openBrowser: emulator.player().browser(),
  });
  const session = await client.signIn({ scopes: Client.GetDefaultPresenceScopes() });
  await client.FetchCurrentUser(AuthorizationTokenType.Bearer, await session.accessToken());
  const { global } = new CommandsClient(emulator.commandsOptions());
  const command = await global.create({ type: 4, name: "launch", handler: 1 });
  const endpoint = await startEndpoint(emulator.handlerOptions());
  await application.setInteractionsEndpoint(endpoint.url);
  const { activityInstance } = await emulator.player().use(command.name);
  if (!activityInstance) throw new Error("No Activity was launched.");
  await client.close();
  await endpoint.close();
  await emulator.close();
  return requests;
}

/** @param {number} count */
async function bareRequests(count) {
  const server = createServer((_, response) => response.end("{}"));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  for (let request = 0; request < count; request++) {
    const answer = await fetch(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`);
    await answer.text();
  }
  server.closeAllConnections();
  server.close();
}
