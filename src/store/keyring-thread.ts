// Runs in a worker thread, because keychain calls would block the game.
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { type EntryClass, keyringCalls, type KeyringRequest } from "./keyring-calls.ts";

const { modulePath } = workerData as { readonly modulePath: string };
const { Entry } = createRequire(modulePath)(modulePath) as { readonly Entry: EntryClass };
const answer = keyringCalls(Entry);

parentPort?.on("message", ({ id, ...request }: KeyringRequest & { readonly id: number }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer(id, request));
});
