// A thread has modules of its own: those of the program stay as they were first loaded.
import { parentPort, workerData } from "node:worker_threads";
import { hideExperimentalWarnings } from "../frame/own-warnings.ts";
import { importReply } from "./import-reply.ts";

hideExperimentalWarnings();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
void importReply(String(workerData)).then((reply) => parentPort?.postMessage(reply));
