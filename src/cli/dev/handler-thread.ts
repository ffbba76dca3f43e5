// Each thread has its own module cache, so a new thread loads changed modules.
import { parentPort, workerData } from "node:worker_threads";
import { hideExperimentalWarnings } from "../frame/host.ts";
import { serveHandler } from "./serve-handler.ts";

hideExperimentalWarnings();
if (parentPort) void serveHandler(String(workerData), parentPort);
