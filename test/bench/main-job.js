// How long the main job takes with the scripted player: from nothing to a launched Activity.
// Usage: node test/bench/main-job.js [runs]
import { AuthorizationTokenType, Client, memoryTokenStore } from "slashpass";
import { CommandsClient } from "slashpass/commands";
import { startEmulator } from "slashpass/emulator";
import { startEndpoint } from "../../examples/main-job/endpoint.js";

const runs = Number(process.argv[2] ?? 10);
/** @type {Record<string, number[]>} */
const figures = { "emulator started": [], "player signed in": [], "Activity launched": [] };

for (let run = 0; run < runs; run += 1) await mainJob();

console.log(`main job, ${runs} runs, Node ${process.versions.node}; milliseconds since the start`);
for (const [stage, times] of Object.entries(figures)) {
  const sorted = times.toSorted((one, other) => one - other);
  const [first] = times;
  console.log(
    `${stage.padEnd(18)} first ${first?.toFixed(0)}, median ${sorted[runs >> 1]?.toFixed(0)}, slowest ${sorted.at(-1)?.toFixed(0)}`,
  );
}

async function mainJob() {
  const start = performance.now();
  /** @param {string} stage */
  const lap = (stage) => figures[stage]?.push(performance.now() - start);
  const emulator = await startEmulator();
  lap("emulator started");
  const { application, apiBase, webBase } = emulator;
  const client = new Client({
    applicationId: application.id,
    apiBase,
    webBase,
    store: memoryTokenStore(),
    openBrowser: emulator.player().browser(),
  });
  const session = await client.signIn({ scopes: Client.GetDefaultPresenceScopes() });
  await client.FetchCurrentUser(AuthorizationTokenType.Bearer, await session.accessToken());
  lap("player signed in");
  const credential = { clientId: application.id, clientSecret: application.clientSecret };
  const { global } = new CommandsClient({ applicationId: application.id, credential, apiBase });
  const command = await global.create({ type: 4, name: "launch", handler: 1 });
  const endpoint = await startEndpoint(application.publicKey);
  await application.setInteractionsEndpoint(endpoint.url);
  const { activityInstance } = await emulator.player().use(command.name);
  if (!activityInstance) throw new Error("No Activity was launched.");
  lap("Activity launched");
  await client.close();
  await endpoint.close();
  await emulator.close();
}
