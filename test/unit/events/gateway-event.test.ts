import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseGatewayEvent } from "../../../src/events/gateway-event.ts";
import type { GatewayEventName } from "../../../src/wire/gateway.ts";
import { cases } from "../../setup/cases.ts";
import { refusalOf } from "../../setup/events/refusal.ts";
import { gatewayOracle, gatewaySamples } from "../../setup/events/samples.ts";
import { marker, spoiled } from "../../setup/events/spoiled.ts";

const names = Object.keys(gatewaySamples) as GatewayEventName[];

describe.each(names)("%s", (name) => {
  const sample = gatewaySamples[name];

  it("is returned with its type and the same data object", () => {
    const dispatch = { op: 0, s: 7, t: name, d: structuredClone(sample) };
    const event = parseGatewayEvent(dispatch);
    expect(event).toEqual({ t: name, d: sample });
    expect(event.d).toBe(dispatch.d);
  });

  it.each([
    ["undefined", undefined, "missing"],
    ["null", null, "null"],
    ["a list", [], "a list"],
  ])("is rejected if its data is %s", (_, d, kind) => {
    expect(refusalOf(() => parseGatewayEvent({ t: name, d }))).toMatchObject({
      code: "malformed_event",
      message: `${name}: d is ${kind}, but must be an object.`,
    });
  });
});

describe.each(Object.entries(gatewayOracle))("%s with arbitrary data", (name, oracle) => {
  it("is rejected without revealing values if the schema rejects it", () => {
    fc.assert(
      fc.property(spoiled(gatewaySamples[name as GatewayEventName]), (d) => {
        if (oracle.safeParse(d).success) {
          expect(parseGatewayEvent({ t: name, d })).toEqual({ t: name, d });
          return;
        }
        const { code, message } = refusalOf(() => parseGatewayEvent({ t: name, d }));
        expect(code).toBe("malformed_event");
        expect(message).toMatch(new RegExp(`^${name}: d[.\\w[\\]]* (?:is [\\w ]+, but must be|is not) `));
        expect(message).not.toContain(marker);
      }),
      { numRuns: cases(2_000, 60) },
    );
  });
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

  it("is parsed or rejected with `malformed_event`, regardless of its shape", () => {
    fc.assert(
      fc.property(spoiled(interaction), (d) => {
        try {
          parseGatewayEvent({ t, d });
        } catch (error) {
          expect(error).toMatchObject({ name: "ClientError", code: "malformed_event" });
        }
      }),
      { numRuns: cases(2_000, 60) },
    );
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
  ])('is rejected with the message "%s"', (message, dispatch) => {
    expect(refusalOf(() => parseGatewayEvent(dispatch))).toMatchObject({ code: "malformed_event", message });
  });

  it("is rejected without revealing the error if reading it fails", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const hostile = {
      get roles(): unknown {
        throw new Error(marker);
      },
    };
    for (const d of [proxy, { ...gatewaySamples.GUILD_MEMBER_ADD, user: proxy }, Object.create(hostile)]) {
      const error = refusalOf(() => parseGatewayEvent({ t: "GUILD_MEMBER_ADD", d }));
      expect(error.code).toBe("malformed_event");
      expect(error.message).not.toContain(marker);
    }
  });
});
