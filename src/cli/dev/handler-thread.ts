// A thread has modules of its own: each change gets a new one, and the one before it ends what it has begun.
import { parentPort, workerData } from "node:worker_threads";
import { hideExperimentalWarnings } from "../frame/own-warnings.ts";
import { serveHandler } from "./serve-handler.ts";

hideExperimentalWarnings();
if (parentPort) void serveHandler(String(workerData), parentPort);
