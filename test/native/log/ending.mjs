// Logs to the directory given as the first argument, then exits immediately as the second specifies.
import { once } from "node:events";
import { Worker, isMainThread, workerData } from "node:worker_threads";
import { AuthorizationTokenType, Client, LoggingSeverity } from "slashpass";

const [folder, manner] = isMainThread ? process.argv.slice(2) : workerData;

/** @type {Record<string, () => void>} */
const behaviors = {
  "process.exit": () => process.exit(3),
  throw: () => {
    throw new Error("nobody catches this");
  },
  return: () => {},
};

if (isMainThread && manner === "worker") {
  const worker = new Worker(new URL(import.meta.url), { workerData: [folder, "process.exit"] });
  await once(worker, "exit");
} else {
  const player = { id: "1", username: "ada", discriminator: "0", avatar: null, global_name: null };
  const client = new Client({ applicationId: "1", fetch: () => Promise.resolve(Response.json(player)) });
  client.SetLogDir(folder, LoggingSeverity.Verbose);
  await client.FetchCurrentUser(AuthorizationTokenType.Bearer, "a-token-of-the-player");
  behaviors[manner]?.();
}
