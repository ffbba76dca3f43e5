import { beforeEach, describe, expect, it } from "vitest";
import { Clock } from "../../../../src/emulator/base/clock.ts";
import { checkEventsEndpoint, readEventTypes } from "../../../../src/emulator/outbound/event-sender.ts";
import type { InteractionsHandler } from "../../../../src/emulator/outbound/signed-post.ts";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import { createEventHandler } from "../../../../src/interactions/index.ts";
import { webhookSamples } from "../../../setup/events/samples.ts";

describe("EventSender", () => {
  let clock: Clock;
  let application: EmulatorApplication;
  let bodies: { event: { type: string; data: unknown; timestamp: string } }[];
  /** The statuses that the endpoint returns in order. The last one repeats. */
  let statuses: number[];

  beforeEach(async () => {
    clock = new Clock();
    application = new EmulatorApplication({}, { clock });
    [bodies, statuses] = [[], [204, 401, 204]];
    await application.setEventsEndpoint(async (request) => {
      const body = (await request.json()) as (typeof bodies)[0] & { type: number };
      if (body.type === 1) bodies.push(body);
      const status = statuses.length > 1 ? statuses.shift() : statuses[0];
      return new Response(null, { status: status ?? 204 });
    });
  });

  const deauthorized = webhookSamples.APPLICATION_DEAUTHORIZED;
  const sent = () => application.eventsSent();

  describe("an event", () => {
    it("is sent once if it is acknowledged", async () => {
      application.events.send("APPLICATION_DEAUTHORIZED", deauthorized);
      const [delivery] = await sent();
      expect(delivery).toEqual({
        type: "APPLICATION_DEAUTHORIZED",
        timestamp: delivery?.timestamp,
        state: "acknowledged",
        attempts: [{ at: expect.any(String), status: 204 }],
      });
      clock.advance(600_000);
      expect(await sent()).toHaveLength(1);
      const { timestamp } = delivery ?? expect.unreachable();
      const event = { type: "APPLICATION_DEAUTHORIZED", timestamp, data: deauthorized };
      expect(bodies).toEqual([{ version: 1, application_id: application.id, type: 1, event }]);
    });

    it("is resent unchanged, with increasing delays, until it is acknowledged", async () => {
      statuses = [500, 200, 204];
      application.events.send("APPLICATION_DEAUTHORIZED", deauthorized);
      expect(await sent()).toMatchObject([{ state: "retrying", attempts: [{ status: 500 }] }]);
      clock.advance(1_000);
      expect(await sent()).toMatchObject([{ state: "retrying", attempts: [{}, { status: 200 }] }]);
      clock.advance(1_999);
      expect(bodies).toHaveLength(2);
      clock.advance(1);
      expect(await sent()).toMatchObject([{ state: "acknowledged", attempts: [{}, {}, { status: 204 }] }]);
      expect(bodies[2]).toEqual(bodies[0]);
    });

    it("is abandoned after 10 minutes", async () => {
      statuses = [500];
      application.events.send("APPLICATION_DEAUTHORIZED", deauthorized);
      let [delivery] = await sent();
      for (let pause = 1_000; delivery?.state === "retrying"; pause *= 2) {
        clock.advance(pause);
        [delivery] = await sent();
      }
      expect(delivery?.state).toBe("given-up");
      const [first, ...others] = delivery?.attempts ?? [];
      const spans = others.map(({ at }) => Math.round((Date.parse(at) - Date.parse(first?.at ?? "")) / 1000));
      expect(spans).toEqual([1, 3, 7, 15, 31, 63, 127, 255, 511]);
    });

    it("has no status if the endpoint does not respond", async () => {
      statuses = [204, 401];
      await application.setEventsEndpoint(async (request) => {
        const { type } = (await request.json()) as { type: number };
        if (type === 1) throw new Error("hidden");
        return new Response(null, { status: statuses.shift() ?? 204 });
      });
      application.events.send("APPLICATION_DEAUTHORIZED", deauthorized);
      expect(await sent()).toMatchObject([{ state: "retrying", attempts: [{ status: undefined }] }]);
    });

    it("is not sent if its type is disabled or all events are disabled", async () => {
      const { settings } = application;
      application.settings = { ...settings, event_webhooks_types: ["ENTITLEMENT_CREATE"] };
      application.events.send("APPLICATION_DEAUTHORIZED", deauthorized);
      application.settings = { ...settings, event_webhooks_status: 1 };
      application.events.send("APPLICATION_DEAUTHORIZED", deauthorized);
      expect(await sent()).toEqual([]);
    });

    it("is abandoned if the endpoint is removed", async () => {
      statuses = [500];
      application.events.send("APPLICATION_DEAUTHORIZED", deauthorized);
      await sent();
      application.eventsHandler = undefined;
      clock.advance(1_000);
      expect(await sent()).toMatchObject([{ state: "given-up", attempts: [{ status: 500 }] }]);
    });

    it("is not sent after `stop`", async () => {
      statuses = [500];
      application.events.send("APPLICATION_DEAUTHORIZED", deauthorized);
      await sent();
      application.events.stop();
      application.events.send("APPLICATION_DEAUTHORIZED", deauthorized);
      clock.advance(1_000);
      expect(await sent()).toMatchObject([{ state: "given-up" }]);
      expect(bodies).toHaveLength(1);
    });
  });
});

describe("the events endpoint", () => {
  const application = new EmulatorApplication();
  const { publicKey } = application;

  it("accepts an endpoint that acknowledges PING and rejects wrong signatures", async () => {
    const received: unknown[] = [];
    const handler = createEventHandler({ publicKey, events: {} });
    const endpoint: InteractionsHandler = async (request) => {
      received.push(await request.clone().json());
      return handler(request);
    };
    await checkEventsEndpoint(application, endpoint);
    expect(received[0]).toEqual({ version: 1, application_id: application.id, type: 0 });
  });

  it.each<[string, InteractionsHandler]>([
    ["PING with status 200 and to a wrong signature with status 200", () => new Response("")],
    [
      "PING with status 204 and to a wrong signature with status 204",
      () => new Response(null, { status: 204 }),
    ],
    [
      "PING with status 401 and to a wrong signature with status 401",
      () => new Response("", { status: 401 }),
    ],
    ["PING with nothing and to a wrong signature with nothing", () => Promise.reject(new Error("hidden"))],
  ])("rejects an endpoint that responds to %s", async (answers, endpoint) => {
    await expect(checkEventsEndpoint(application, endpoint)).rejects.toMatchObject({
      code: "bad_endpoint",
      message: `The events endpoint responded to ${answers}.`,
    });
  });

  it("accepts only known event types", () => {
    expect(readEventTypes(["ENTITLEMENT_CREATE"], "types")).toEqual(["ENTITLEMENT_CREATE"]);
    expect(() => readEventTypes(["READY"], "types")).toThrow('types[0] is "READY", but must be');
  });
});
