import { runInNewContext } from "node:vm";
import { setFlagsFromString } from "node:v8";
import { expect, it } from "vitest";
import {
  createInteractionHandler,
  defineCommand,
  type InteractionHandler,
} from "../../src/interactions/index.ts";
import { forged, publicKey, signedInteractions, timestamp } from "../bench/interactions-payload.js";

const requests = Number(process.env["SOAK_REQUESTS"] ?? 10_000_000);
const atOnce = 128;
/** How much the heap and external memory may differ between two idle moments. */
const mostMegabytes = 4;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

interface Memory {
  readonly heap: number;
  readonly resident: number;
}

/** Measures the memory in megabytes once the process is idle. */
async function memory(): Promise<Memory> {
  // Finalizers free memory only in the turn after a collection.
  for (let turn = 0; turn < 3; turn++) {
    collectGarbage();
    await new Promise(setImmediate);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20 };
}

const greet = defineCommand({
  name: "greet",
  description: "Greets",
  options: [{ type: 3, name: "text", description: "What to say", required: true }],
  handle: (interaction) => interaction.reply({ content: "hello" }),
});

/** By the end, the signed timestamps are as old as the run itself. */
const maxAgeSeconds = 86_400;

/** One per player, each with its own id and token. */
const interactions = signedInteractions(1000);

/** Returns the response's status. Every tenth call uses a `Request`, which takes twice as long. */
async function ask(handler: InteractionHandler, index: number): Promise<number> {
  const { body, signature } = interactions[index % interactions.length]!;
  const proof = (index % 10 === 0 ? forged : signature).toString("hex");
  if (index % 20 < 2) return askWithRequest(handler, proof, body);
  const header = (name: string) => (name === "x-signature-ed25519" ? proof : timestamp);
  const incoming = { method: "POST", header, readBody: () => Promise.resolve(body) };
  return (await handler.receive(incoming)).status;
}

async function askWithRequest(handler: InteractionHandler, proof: string, body: Buffer): Promise<number> {
  const headers = { "x-signature-ed25519": proof, "x-signature-timestamp": timestamp };
  const response = await handler(new Request("https://game.example/", { method: "POST", headers, body }));
  await response.text();
  return response.status;
}

it(
  `answers ${requests.toLocaleString("en")} requests, every tenth forged, without leaking memory`,
  { timeout: 6 * 3_600_000 },
  async () => {
    const handler = createInteractionHandler({ publicKey, commands: [greet], maxAgeSeconds });
    const statuses = new Map<number, number>();
    let sent = 0;
    const sendUntil = async (end: number): Promise<void> => {
      const client = async (): Promise<void> => {
        while (sent < end) {
          const status = await ask(handler, sent++);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, client));
    };
    // The first tenth compiles code and fills permanent caches.
    await sendUntil(requests / 10);
    const before = await memory();
    report(sent, before);
    for (let tenth = 2; tenth <= 10; tenth++) {
      await sendUntil((requests / 10) * tenth);
      const now = await memory();
      report(sent, now);
      expect(now.heap - before.heap).toBeLessThan(mostMegabytes);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: (requests / 10) * 9, 401: requests / 10 });
  },
);

function report(sent: number, { heap, resident }: Memory): void {
  const { user, system } = process.cpuUsage();
  process.stdout.write(
    `${sent.toLocaleString("en")} requests: ${heap.toFixed(2)} MB kept, ${resident.toFixed(0)} MB resident, ` +
      `${((user + system) / 1e6).toFixed(0)} s of processor time\n`,
  );
}
