import { runInNewContext } from "node:vm";
import { setFlagsFromString } from "node:v8";
import { expect, it } from "vitest";
import { createInteractionHandler, defineCommand } from "../../src/interactions/index.ts";
import { body, forged, publicKey, signature, timestamp } from "../bench/interactions-payload.js";

const requests = Number(process.env["SOAK_REQUESTS"] ?? 10_000_000);
const atOnce = 128;
/** What the heap may differ by between two moments when nothing is under way. */
const mostMegabytes = 4;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heapMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

const greet = defineCommand({
  name: "greet",
  description: "Greets",
  options: [{ type: 3, name: "text", description: "What to say", required: true }],
  handle: (interaction) => interaction.reply({ content: "hello" }),
});

/** The timestamp of the signed request is as old as the soak by its end. */
const maxAgeSeconds = 86_400;

it(
  `an endpoint answers ${requests.toLocaleString("en")} requests, every tenth forged, and keeps nothing of them`,
  { timeout: 6 * 3_600_000 },
  async () => {
    const handler = createInteractionHandler({ publicKey, commands: [greet], maxAgeSeconds });
    const statuses = new Map<number, number>();
    const ask = async (index: number): Promise<void> => {
      const proof = (index % 10 === 0 ? forged : signature).toString("hex");
      const header = (name: string) => (name === "x-signature-ed25519" ? proof : timestamp);
      const { status } = await handler.receive({
        method: "POST",
        header,
        readBody: () => Promise.resolve(body),
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    let sent = 0;
    const sendUntil = async (end: number): Promise<void> => {
      const client = async (): Promise<void> => {
        while (sent < end) await ask(sent++);
      };
      await Promise.all(Array.from({ length: atOnce }, client));
    };
    // The first tenth compiles, and fills what is kept for good.
    await sendUntil(requests / 10);
    const before = heapMegabytes();
    for (let tenth = 2; tenth <= 10; tenth++) {
      await sendUntil((requests / 10) * tenth);
      const grown = heapMegabytes() - before;
      process.stdout.write(
        `${sent.toLocaleString("en")} requests: ${grown.toFixed(2)} MB more than after the first tenth\n`,
      );
      expect(grown).toBeLessThan(mostMegabytes);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: (requests / 10) * 9, 401: requests / 10 });
  },
);
