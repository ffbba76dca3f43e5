import { parentPort, workerData } from "node:worker_threads";
import { hideExperimentalWarnings } from "../frame/host.ts";
import { importReply } from "./import-reply.ts";

hideExperimentalWarnings();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
void importReply(String(workerData)).then((reply) => parentPort?.postMessage(reply));
