import { afterEach, expect, test, vi } from "vitest";
import { createEventHandler, type EventHandlerOptions } from "../../../src/interactions/index.ts";
import { ada, publicKey, signedRequest } from "./service.ts";

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

test("a PING is answered 204 with nothing", async () => {
  const ping = { version: 1, application_id: "5", type: 0 };
  expect(await send(ping)).toEqual({ status: 204, text: "", problems: [] });
});

test("a player who revokes the authorization is signed out", async () => {
  const tokens = new Map([[ada.id, "token"]]);
  const payload = eventPayload("APPLICATION_DEAUTHORIZED", { user: ada });
  const answer = await send(payload, {
    APPLICATION_DEAUTHORIZED: ({ user }) => void tokens.delete(user.id),
  });
  expect(answer).toEqual({ status: 204, text: "", problems: [] });
  expect(tokens.size).toBe(0);
});

test("the function learns when the event happened and for which application", async () => {
  const seen: unknown[] = [];
  const data = { user: ada, scopes: ["applications.commands"], integration_type: 1 };
  await send(eventPayload("APPLICATION_AUTHORIZED", data), {
    APPLICATION_AUTHORIZED: ({ scopes }, context) =>
      void seen.push(scopes, context.timestamp, context.application_id),
  });
  expect(seen).toEqual([["applications.commands"], "2026-01-01T00:00:00.000000", "5"]);
});

test.each(["ENTITLEMENT_CREATE", "QUEST_USER_ENROLLMENT", "SOMETHING_NEW", "constructor"])(
  "%s without a function is acknowledged",
  async (type) => {
    expect(await send(eventPayload(type, {}))).toEqual({ status: 204, text: "", problems: [] });
  },
);

test.each([
  [
    "throws",
    () => {
      throw new Error("no database");
    },
  ],
  ["rejects", () => Promise.reject(new Error("no database"))],
])("when the function %s, the service is asked to send the event again", async (_, act) => {
  const answer = await send(eventPayload("ENTITLEMENT_CREATE", {}), { ENTITLEMENT_CREATE: act });
  expect(answer).toEqual({ status: 500, text: "", problems: ["handler_failed"] });
});

test("a slow function is acknowledged before the service gives up, and goes on", async () => {
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
  const response = handler(signedRequest(eventPayload("ENTITLEMENT_CREATE", {})), context);
  await inside;
  await vi.advanceTimersByTimeAsync(2000);
  expect((await response).status).toBe(204);
  expect(works).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(60_000);
  await works[0];
});

test.each([
  ["no event", { version: 1, application_id: "5", type: 1 }],
  ["another type", { version: 1, application_id: "5", type: 2 }],
  ["a list", []],
  ["an event without a type", { application_id: "5", type: 1, event: { timestamp: "" } }],
  ["a deauthorization of nobody", eventPayload("APPLICATION_DEAUTHORIZED", {})],
])("%s is answered 400 and reported", async (_, payload) => {
  expect(await send(payload)).toEqual({ status: 400, text: "", problems: ["malformed_payload"] });
});

test("what is not signed is answered 401", async () => {
  const handler = createEventHandler({ publicKey, events: {} });
  const request = new Request("https://game.example/", { method: "POST", body: '{"type":0}' });
  expect((await handler(request)).status).toBe(401);
});
