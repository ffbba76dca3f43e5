import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { Client } from "../../src/client.ts";
import { startEmulator } from "../../src/emulator/index.ts";
import {
  createEventHandler,
  createNodeListener,
  type EventContext,
  type WebhookEventType,
} from "../../src/interactions/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { webhookSamples } from "../setup/events/samples.ts";

const emulator = await startEmulator();
const { application, apiBase, webBase } = emulator;
const types = Object.keys(webhookSamples) as WebhookEventType[];

const emitted: { type: string; data: unknown }[] = [];
const problems: string[] = [];
const record = (data: unknown, { type }: EventContext) => void emitted.push({ type, data });
const handler = createEventHandler({
  publicKey: application.publicKey,
  events: Object.fromEntries(types.map((type) => [type, record])),
  report: ({ code }) => void problems.push(code),
});
const server = createServer(createNodeListener(handler)).listen(0, "127.0.0.1");
await once(server, "listening");
await application.setEventsEndpoint(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
afterAll(async () => {
  server.close();
  await emulator.close();
});
beforeEach(() => void emitted.splice(0));

const ada = expect.objectContaining({ id: emulator.player("Ada").player.id, global_name: "Ada" }) as unknown;

/** Returns the received events once all are acknowledged. */
async function arrived() {
  const sent = await application.eventsSent();
  expect(sent.filter(({ state }) => state !== "acknowledged")).toEqual([]);
  return emitted;
}

function signedInClient() {
  return new Client({
    applicationId: application.id,
    apiBase,
    webBase,
    applicationCredential: { clientId: application.id, clientSecret: application.clientSecret },
    openBrowser: emulator.player("Ada").browser(),
    store: memoryTokenStore(),
  });
}

describe("an application's events endpoint", () => {
  test("is notified of authorizations and of deauthorizations through the game or the settings", async () => {
    await using client = signedInClient();
    await client.signIn({ scopes: "openid identify" });
    const authorized = {
      type: "APPLICATION_AUTHORIZED",
      data: { user: ada, scopes: ["openid", "identify"] },
    };
    expect(await arrived()).toEqual([authorized]);
    await client.signOut();
    const deauthorized = { type: "APPLICATION_DEAUTHORIZED", data: { user: ada } };
    expect(await arrived()).toEqual([authorized, deauthorized]);

    await client.signIn({ scopes: "openid identify" });
    emulator.player("Ada").deauthorize();
    expect(await arrived()).toEqual([authorized, deauthorized, authorized, deauthorized]);
    expect(() => emulator.player("Ada").deauthorize()).toThrow(
      expect.objectContaining({ code: "not_authorized" }),
    );
  });

  test("is notified of purchases, ended subscriptions and refunds", async () => {
    const { shop } = emulator;
    const { id } = shop.buy({ player: "Ada", sku: "77" });
    const subscription = shop.subscribe({ player: "Ada", sku: "78" });
    shop.cancel(subscription.id);
    shop.end(subscription.id);
    shop.refund(id);
    const [entitlementId] = subscription.entitlement_ids;
    // Events are sent concurrently and may arrive in any order.
    expect(await arrived()).toHaveLength(4);
    expect(await arrived()).toEqual(
      expect.arrayContaining([
        { type: "ENTITLEMENT_CREATE", data: expect.objectContaining({ id, sku_id: "77" }) },
        { type: "ENTITLEMENT_CREATE", data: expect.objectContaining({ id: entitlementId, sku_id: "78" }) },
        { type: "ENTITLEMENT_DELETE", data: expect.objectContaining({ id, deleted: true }) },
        { type: "ENTITLEMENT_UPDATE", data: expect.objectContaining({ id: entitlementId }) },
      ]),
    );
  });

  test.each(types)("receives %s from emit(), which rejects malformed data", async (type) => {
    emulator.emit(type, webhookSamples[type]);
    expect(await arrived()).toEqual([{ type, data: webhookSamples[type] }]);
    if (type === "QUEST_USER_ENROLLMENT") return;
    expect(() => emulator.emit(type, { id: 7 } as never)).toThrow(
      expect.objectContaining({ code: "malformed_event" }),
    );
  });
});

test("rejects unknown events and applications", () => {
  const refused = (code: string) => expect.objectContaining({ code });
  expect(() => emulator.emit("READY" as never, {} as never)).toThrow(refused("unknown_event"));
  const data = webhookSamples.APPLICATION_DEAUTHORIZED;
  expect(() => emulator.emit("APPLICATION_DEAUTHORIZED", data, {} as never)).toThrow(
    refused("invalid_argument"),
  );
});

test("accepts every request from the service", () => {
  expect(problems).toEqual([]);
});
