import { parentPort } from "node:worker_threads";
import { createRedactor } from "slashpass";

const text = createRedactor({ secrets: ["correct horse battery"] }).redact("correct horse battery");
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
parentPort?.postMessage(text.includes("horse") ? text : "masked");
