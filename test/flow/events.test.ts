import { afterAll, beforeEach, expect, test } from "vitest";
import { Client } from "../../src/client.ts";
import { startEmulator } from "../../src/emulator/index.ts";
import {
  createEventHandler,
  createNodeListener,
  type EventContext,
  type WebhookEventType,
} from "../../src/interactions/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { startServer } from "../setup/emulator/game.ts";
import { webhookSamples } from "../setup/events/samples.ts";

const emulator = await startEmulator();
const { application } = emulator;
const types = Object.keys(webhookSamples) as WebhookEventType[];

const emitted: { type: string; data: unknown }[] = [];
const problems: string[] = [];
const record = (data: unknown, { type }: EventContext) => void emitted.push({ type, data });
const handler = createEventHandler({
  publicKey: application.publicKey,
  events: Object.fromEntries(types.map((type) => [type, record])),
  report: ({ code }) => void problems.push(code),
});
const server = await startServer(createNodeListener(handler));
await application.setEventsEndpoint(server.url);
afterAll(async () => {
  await server.close();
  await emulator.close();
  expect(problems).toEqual([]);
});
beforeEach(() => void emitted.splice(0));

/** Returns the received events once all are acknowledged. */
async function arrived() {
  const sent = await application.eventsSent();
  expect(sent.filter(({ state }) => state !== "acknowledged")).toEqual([]);
  return emitted;
}

test("notifies the events endpoint of authorizations, and of deauthorizations through the game or the settings", async () => {
  await using client = new Client({
    ...emulator.clientOptions(),
    openBrowser: emulator.player("Ada").browser(),
    store: memoryTokenStore(),
  });
  const user = expect.objectContaining({
    id: emulator.player("Ada").player.id,
    global_name: "Ada",
  }) as unknown;
  const authorized = { type: "APPLICATION_AUTHORIZED", data: { user, scopes: ["openid", "identify"] } };
  const deauthorized = { type: "APPLICATION_DEAUTHORIZED", data: { user } };
  await client.signIn({ scopes: "openid identify" });
  expect(await arrived()).toEqual([authorized]);
  await client.signOut();
  expect(await arrived()).toEqual([authorized, deauthorized]);
  await client.signIn({ scopes: "openid identify" });
  emulator.player("Ada").deauthorize();
  expect(await arrived()).toEqual([authorized, deauthorized, authorized, deauthorized]);
});

test.each(types)("sends %s to the events endpoint if a test emits it", async (type) => {
  emulator.emit(type, webhookSamples[type]);
  expect(await arrived()).toEqual([{ type, data: webhookSamples[type] }]);
});
