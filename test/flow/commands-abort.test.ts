import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CommandsClient, type ApiCredential } from "../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";

// Delays last an hour, so a test can only pass if the abort works.
const hour = 3_600_000;
const ping = { name: "ping", description: "Answers with pong" };
const pong = { name: "pong", description: "Answers with ping" };

let emulator: Emulator;
beforeEach(async () => void (emulator = await startEmulator()));
afterEach(async () => emulator.close());

/** Creates a client without a time limit that records its requests and waits. */
function connect(credential: ApiCredential = { botToken: emulator.application.botToken }) {
  const events: string[] = [];
  let notify: () => void = () => undefined;
  const note = (event: string): void => {
    events.push(event);
    notify();
  };
  const client = new CommandsClient({
    applicationId: emulator.application.id,
    credential,
    apiBase: emulator.apiBase,
    timeoutMs: hour,
    maxWaitMs: hour,
    onRequest: ({ method }) => note(method),
    onWait: ({ reason }) => note(`wait: ${reason}`),
  });
  const happened = async (count: number): Promise<void> => {
    while (events.length < count) await new Promise<void>((resolve) => (notify = resolve));
  };
  return { client, events, happened };
}

describe("an abort signal", () => {
  it("stops an apply mid-request, and the report lists the interrupted request", async () => {
    const { client, events, happened } = connect();
    await client.global.create(ping);
    const plan = await client.global.plan([ping, pong]);
    emulator.faults.add({ method: "POST", latencyMs: hour });
    const stop = new AbortController();
    const applied = client.global.apply(plan, { signal: stop.signal });
    events.length = 0;
    await happened(2);
    expect(events).toEqual(["GET", "POST"]);
    stop.abort();
    await expect(applied).rejects.toMatchObject({
      code: "aborted",
      report: { done: [], failed: { kind: "create" }, remaining: [{ kind: "create" }] },
    });
    expect(await connect().client.global.list()).toHaveLength(1);
  });

  it("stops a rollout, and the results include the completed guilds", async () => {
    const { client, happened } = connect();
    emulator.faults.add({ path: /\/guilds\/[34]\//, latencyMs: hour });
    const stop = new AbortController();
    const rollout = client.rollout([ping], ["1", "2", "3", "4", "5"], {
      signal: stop.signal,
      concurrency: 2,
    });
    await happened(6);
    stop.abort();
    expect((await rollout).map(({ status, error }) => error?.code ?? status)).toEqual([
      "done",
      "done",
      "aborted",
      "aborted",
      "aborted",
    ]);
  });
});
