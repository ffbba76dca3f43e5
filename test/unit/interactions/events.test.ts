import { afterEach, expect, test, vi } from "vitest";
import {
  type ApplicationDeauthorizedData,
  createEventHandler,
  type EventContext,
  type EventHandlerOptions,
  type WebhookEventType,
} from "../../../src/interactions/index.ts";
import { memoryTokenStore } from "../../../src/store/token-store.ts";
import { webhookSamples } from "../../setup/events/samples.ts";
import { ada, publicKey, signedRequest } from "../../setup/interactions/service.ts";

afterEach(() => void vi.useRealTimers());

function eventPayload(type: string, data: unknown) {
  const event = { type, timestamp: "2026-01-01T00:00:00.000000", data };
  return { version: 1, application_id: "5", type: 1, event };
}

/** Sends one signed event. */
async function send(payload: unknown, events: EventHandlerOptions["events"] = {}) {
  const problems: string[] = [];
  const report: EventHandlerOptions["report"] = ({ code }) => void problems.push(code);
  const response = await createEventHandler({ publicKey, events, report })(signedRequest(payload));
  return { status: response.status, text: await response.text(), problems };
}

test("responds to PING with an empty 204", async () => {
  const ping = { version: 1, application_id: "5", type: 0 };
  expect(await send(ping)).toEqual({ status: 204, text: "", problems: [] });
});

test("signs out only the player whose authorization was revoked", async () => {
  const store = memoryTokenStore();
  await store.set(ada.id, "ada's tokens");
  await store.set("7", "grace's tokens");
  const payload = eventPayload("APPLICATION_DEAUTHORIZED", { user: ada });
  const events = {
    APPLICATION_DEAUTHORIZED: ({ user }: ApplicationDeauthorizedData) =>
      store.exclusively(user.id, () => store.delete(user.id)),
  };
  // The service repeats an event if it is unsure whether the event arrived.
  for (let time = 1; time <= 2; time++) {
    expect(await send(payload, events)).toEqual({ status: 204, text: "", problems: [] });
    expect(await store.get(ada.id)).toBeUndefined();
  }
  expect(await store.get("7")).toBe("grace's tokens");
});

test.each(Object.keys(webhookSamples) as WebhookEventType[])(
  "passes %s data to that event's function",
  async (type) => {
    const received: unknown[] = [];
    const data = webhookSamples[type];
    const answer = await send(eventPayload(type, data), {
      [type]: (given: unknown, context: EventContext) => void received.push(given, context.type),
    });
    expect(answer).toEqual({ status: 204, text: "", problems: [] });
    expect(received).toEqual([data, type]);
  },
);

test("passes an event's time and application id", async () => {
  const received: unknown[] = [];
  const data = { user: ada, scopes: ["applications.commands"], integration_type: 1 };
  await send(eventPayload("APPLICATION_AUTHORIZED", data), {
    APPLICATION_AUTHORIZED: ({ scopes }, context) =>
      void received.push(scopes, context.timestamp, context.application_id),
  });
  expect(received).toEqual([["applications.commands"], "2026-01-01T00:00:00.000000", "5"]);
});

test.each([
  ["ENTITLEMENT_CREATE", webhookSamples.ENTITLEMENT_CREATE],
  ["QUEST_USER_ENROLLMENT", {}],
  ["APPLICATION_RENAMED", {}],
  ["constructor", {}],
])("acknowledges %s even if no function is defined for it", async (type, data) => {
  expect(await send(eventPayload(type, data))).toEqual({ status: 204, text: "", problems: [] });
});

test("passes an event from a later API version to the function of the same name", async () => {
  const received: unknown[] = [];
  const name: string = "APPLICATION_RENAMED";
  const events = {
    [name]: (data: unknown, { type }: EventContext) => void received.push(data, type),
  };
  const answer = await send(eventPayload(name, { name: "Reef" }), events);
  expect(answer).toEqual({ status: 204, text: "", problems: [] });
  expect(received).toEqual([{ name: "Reef" }, "APPLICATION_RENAMED"]);
});

test.each([
  [
    "throws",
    () => {
      throw new Error("no database");
    },
  ],
  ["rejects", () => Promise.reject(new Error("no database"))],
])("responds with 500 if the function %s so that the service resends the event", async (_, act) => {
  const answer = await send(eventPayload("ENTITLEMENT_CREATE", webhookSamples.ENTITLEMENT_CREATE), {
    ENTITLEMENT_CREATE: act,
  });
  expect(answer).toEqual({ status: 500, text: "", problems: ["handler_failed"] });
});

test("acknowledges an event before the service's timeout and lets a slow function finish", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const works: Promise<unknown>[] = [];
  let entered = (): void => undefined;
  const inside = new Promise<void>((resolve) => (entered = resolve));
  const act = () => {
    entered();
    return new Promise<void>((resolve) => setTimeout(resolve, 60_000));
  };
  const handler = createEventHandler({ publicKey, events: { ENTITLEMENT_CREATE: act } });
  const context = { waitUntil: (work: Promise<unknown>) => void works.push(work) };
  const response = handler(
    signedRequest(eventPayload("ENTITLEMENT_CREATE", webhookSamples.ENTITLEMENT_CREATE)),
    context,
  );
  await inside;
  await vi.advanceTimersByTimeAsync(2000);
  expect((await response).status).toBe(204);
  expect(works).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(60_000);
  await works[0];
});

test.each([
  ["a body without an event", { version: 1, application_id: "5", type: 1 }],
  ["an incomplete entitlement", eventPayload("ENTITLEMENT_CREATE", { id: "1" })],
])("reports %s and responds with 400", async (_, payload) => {
  expect(await send(payload)).toEqual({ status: 400, text: "", problems: ["malformed_payload"] });
});

test("responds with 401 to an unsigned request", async () => {
  const handler = createEventHandler({ publicKey, events: {} });
  const request = new Request("https://game.example/", { method: "POST", body: '{"type":0}' });
  expect((await handler(request)).status).toBe(401);
});

test("reports the invalid field of a malformed event", async () => {
  const errors: unknown[] = [];
  const report: EventHandlerOptions["report"] = ({ error }) => void errors.push(error);
  const payload = eventPayload("APPLICATION_DEAUTHORIZED", { user: { ...ada, username: 7 } });
  await createEventHandler({ publicKey, events: {}, report })(signedRequest(payload));
  expect(errors).toEqual([
    expect.objectContaining({
      code: "malformed_event",
      message: "APPLICATION_DEAUTHORIZED: event.data.user.username is a number, but must be a string.",
    }),
  ]);
});
