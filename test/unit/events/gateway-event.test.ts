import { describe, expect, it } from "vitest";
import { parseGatewayEvent } from "../../../src/events/gateway-event.ts";
import type { GatewayEventName } from "../../../src/wire/gateway.ts";
import { refusalOf } from "../../setup/events/refusal.ts";
import { gatewaySamples } from "../../setup/events/samples.ts";
import { listAcceptedValues, marker } from "../../setup/events/accepted-values.ts";

const names = Object.keys(gatewaySamples) as GatewayEventName[];

it.each(names)("%s is returned with its type and the same data object", (t) => {
  const d = structuredClone(gatewaySamples[t]);
  const event = parseGatewayEvent({ op: 0, s: 7, t, d });
  expect(event).toEqual({ t, d: gatewaySamples[t] });
  expect(event.d).toBe(d);
});

it("accepts only the documented values in each field and does not reveal others", async () => {
  const lines = names.flatMap((t) =>
    listAcceptedValues(t, gatewaySamples[t], (d) => parseGatewayEvent({ t, d })),
  );
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../../golden/events/gateway.txt");
});

describe("an interaction", () => {
  const interaction = gatewaySamples.INTERACTION_CREATE;
  const t = "INTERACTION_CREATE";

  it.each([
    ["d.id", { ...interaction, id: 1 }],
    ["d.data.name", { ...interaction, data: { type: 1 } }],
  ])("is rejected without a valid %s", (path, d) => {
    expect(refusalOf(() => parseGatewayEvent({ t, d }))).toMatchObject({
      code: "malformed_event",
      message: `${t}: ${path} does not match the documentation.`,
    });
  });

  it("is returned as unknown if its type is unknown", () => {
    const d = { ...interaction, type: 99, data: 7 };
    expect(parseGatewayEvent({ t, d })).toEqual({ t: "unknown", name: t, d });
  });
});

describe("an unknown event", () => {
  it.each(["MESSAGE_CREATE", "constructor", "__proto__", "toString", "unknown", ""])(
    "passes through unchanged: %j",
    (t) => {
      const d = { content: [marker] };
      const event = parseGatewayEvent({ t, d });
      expect(event).toEqual({ t: "unknown", name: t, d });
      expect(event.d).toBe(d);
    },
  );

  it("can have no data", () => {
    expect(parseGatewayEvent({ t: "RESUMED", d: null })).toEqual({ t: "unknown", name: "RESUMED", d: null });
  });
});

describe("an invalid dispatch", () => {
  it.each([
    ["dispatch is missing, but must be an object with t and d.", undefined],
    ["dispatch is a string, but must be an object with t and d.", marker],
    ["t is null, but must be the name of an event.", { op: 10, t: null, d: {} }],
    ["t is missing, but must be the name of an event.", {}],
    ["GUILD_MEMBER_ADD: d is missing, but must be an object.", { t: "GUILD_MEMBER_ADD" }],
  ])('is rejected with the message "%s"', (message, dispatch) => {
    expect(refusalOf(() => parseGatewayEvent(dispatch))).toMatchObject({ code: "malformed_event", message });
  });

  it("is rejected without revealing the error if reading it fails", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const member = gatewaySamples.GUILD_MEMBER_ADD;
    const hostile = {
      ...member,
      get roles(): unknown {
        throw new Error(marker);
      },
    };
    for (const d of [proxy, { ...member, user: proxy }, hostile]) {
      const error = refusalOf(() => parseGatewayEvent({ t: "GUILD_MEMBER_ADD", d }));
      const message = "The event cannot be read: a getter or proxy threw.";
      expect(error).toMatchObject({ code: "malformed_event", message });
    }
  });
});
