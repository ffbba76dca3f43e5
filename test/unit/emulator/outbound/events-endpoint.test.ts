import { describe, expect, it } from "vitest";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import { checkEventsEndpoint, readEventTypes } from "../../../../src/emulator/outbound/event-sender.ts";
import type { InteractionsHandler } from "../../../../src/emulator/outbound/signed-post.ts";
import { createEventHandler } from "../../../../src/interactions/index.ts";

const application = new EmulatorApplication();
const { publicKey } = application;

describe("saving an events endpoint", () => {
  it("accepts an endpoint that acknowledges PING and rejects a wrong signature", async () => {
    const seen: unknown[] = [];
    const handler = createEventHandler({ publicKey, events: {} });
    const endpoint: InteractionsHandler = async (request) => {
      seen.push(await request.clone().json());
      return handler(request);
    };
    await checkEventsEndpoint(application, endpoint);
    expect(seen[0]).toEqual({ version: 1, application_id: application.id, type: 0 });
  });

  it.each<[string, InteractionsHandler]>([
    ["PING with status 200 and a wrong signature with status 200", () => new Response("")],
    ["PING with status 204 and a wrong signature with status 204", () => new Response(null, { status: 204 })],
    ["PING with status 401 and a wrong signature with status 401", () => new Response("", { status: 401 })],
    ["PING with nothing and a wrong signature with nothing", () => Promise.reject(new Error("hidden"))],
  ])("rejects an endpoint that answers %s", async (answers, endpoint) => {
    await expect(checkEventsEndpoint(application, endpoint)).rejects.toMatchObject({
      code: "bad_endpoint",
      message: `The events endpoint answered ${answers}.`,
    });
  });

  it("accepts only known event types", () => {
    expect(readEventTypes(["ENTITLEMENT_CREATE"], "types")).toEqual(["ENTITLEMENT_CREATE"]);
    expect(() => readEventTypes(["READY"], "types")).toThrow('types[0] is "READY", but must be');
  });
});
