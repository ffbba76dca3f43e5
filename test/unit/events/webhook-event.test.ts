import { describe, expect, it } from "vitest";
import { parseWebhookEvent } from "../../../src/events/webhook-event.ts";
import type { WebhookEventType } from "../../../src/wire/webhook-event.ts";
import { refusalOf } from "../../setup/events/refusal.ts";
import { webhookSamples } from "../../setup/events/samples.ts";
import { listAcceptedValues, marker } from "../../setup/events/accepted-values.ts";

const application_id = "100000000000000002";
const timestamp = "2024-10-18T14:42:53.064834";
const types = Object.keys(webhookSamples) as WebhookEventType[];

function bodyOf(type: string, data: unknown) {
  return { version: 1, application_id, type: 1, event: { type, timestamp, data } };
}

it.each(types)("%s is returned with its type and the same data object", (type) => {
  const data = structuredClone(webhookSamples[type]);
  const event = parseWebhookEvent(bodyOf(type, data));
  expect(event).toEqual({ type, application_id, timestamp, data: webhookSamples[type] });
  expect("data" in event && event.data).toBe(data);
});

it("accepts only the documented values in each field and does not reveal others", async () => {
  const lines = types.flatMap((type) =>
    listAcceptedValues(type, webhookSamples[type], (data) => parseWebhookEvent(bodyOf(type, data))),
  );
  const body = bodyOf("APPLICATION_DEAUTHORIZED", webhookSamples.APPLICATION_DEAUTHORIZED);
  lines.push(...listAcceptedValues("", body, parseWebhookEvent));
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../../golden/events/webhook.txt");
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
});
