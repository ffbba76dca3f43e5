import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseWebhookEvent } from "../../../src/events/webhook-event.ts";
import type { WebhookEventType } from "../../../src/wire/webhook-event.ts";
import { cases } from "../../setup/cases.ts";
import { refusalOf } from "../../setup/events/refusal.ts";
import { webhookOracle, webhookSamples } from "../../setup/events/samples.ts";
import { marker, spoiled } from "../../setup/events/spoiled.ts";

const application_id = "100000000000000002";
const timestamp = "2024-10-18T14:42:53.064834";
const types = Object.keys(webhookSamples) as WebhookEventType[];

function bodyOf(type: string, data: unknown) {
  return { version: 1, application_id, type: 1, event: { type, timestamp, data } };
}

describe.each(types)("%s", (type) => {
  it("is returned with its type and the same data object", () => {
    const data = structuredClone(webhookSamples[type]);
    const event = parseWebhookEvent(bodyOf(type, data));
    expect(event).toEqual({ type, application_id, timestamp, data: webhookSamples[type] });
    expect("data" in event && event.data).toBe(data);
  });

  it("is rejected without revealing values if the schema rejects its data", () => {
    fc.assert(
      fc.property(spoiled(webhookSamples[type]), (data) => {
        if (webhookOracle[type].safeParse(data).success) {
          expect(parseWebhookEvent(bodyOf(type, data))).toMatchObject({ type });
          return;
        }
        const { code, message } = refusalOf(() => parseWebhookEvent(bodyOf(type, data)));
        expect(code).toBe("malformed_event");
        expect(message).toMatch(
          new RegExp(`^${type}: event\\.data[.\\w[\\]]* (?:is [\\w ]+, but must be|is not) `),
        );
        expect(message).not.toContain(marker);
      }),
      { numRuns: cases(2_000, 60) },
    );
  });
});

describe("other bodies", () => {
  it("can be PING", () => {
    expect(parseWebhookEvent({ version: 1, application_id, type: 0 })).toEqual({
      type: "PING",
      application_id,
    });
  });

  it.each(["APPLICATION_RENAMED", "constructor", "__proto__", "PING", "unknown"])(
    "pass through unchanged if the event is unknown: %s",
    (name) => {
      const data = { user: marker };
      const event = parseWebhookEvent(bodyOf(name, data));
      expect(event).toEqual({ type: "unknown", name, application_id, timestamp, data });
      expect("data" in event && event.data).toBe(data);
    },
  );

  it.each([
    ["body is a list, but must be an object.", []],
    ["application_id is missing, but must be an id: a string of digits.", { type: 0 }],
    ["type is a number, but must be 0 or 1.", { application_id, type: 2 }],
    ["event is missing, but must be an object.", { application_id, type: 1 }],
    [
      "event.type is a number, but must be a string.",
      { application_id, type: 1, event: { type: 7, timestamp } },
    ],
    [
      "event.timestamp is null, but must be a string.",
      { application_id, type: 1, event: { type: "A", timestamp: null } },
    ],
  ])('are rejected with the message "%s"', (message, body) => {
    expect(refusalOf(() => parseWebhookEvent(body))).toMatchObject({ code: "malformed_event", message });
  });

  it("are parsed or rejected with `malformed_event`, regardless of their shape", () => {
    fc.assert(
      fc.property(
        spoiled(bodyOf("APPLICATION_DEAUTHORIZED", webhookSamples.APPLICATION_DEAUTHORIZED)),
        (body) => {
          try {
            parseWebhookEvent(body);
          } catch (error) {
            expect(error).toMatchObject({ name: "ClientError", code: "malformed_event" });
          }
        },
      ),
      { numRuns: cases(2_000, 60) },
    );
  });
});
