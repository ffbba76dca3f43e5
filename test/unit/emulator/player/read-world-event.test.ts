import { expect, test } from "vitest";
import { readWorldEvent } from "../../../../src/emulator/player/read-world-event.ts";
import { gatewaySamples, webhookSamples } from "../../../setup/events/samples.ts";

const samples = [...Object.entries(gatewaySamples), ...Object.entries(webhookSamples)];

test.each(samples)("accepts %s", (name, data) => {
  expect(readWorldEvent(name, data, "5")).toEqual({ name, data, applicationId: "5" });
});

test.each([
  ["READY", {}, "unknown_event"],
  ["PING", {}, "unknown_event"],
  ["", {}, "invalid_argument"],
  ["ENTITLEMENT_CREATE", {}, "malformed_event"],
  ["APPLICATION_AUTHORIZED", {}, "malformed_event"],
  ["RATE_LIMITED", null, "malformed_event"],
])("rejects %j with the data %j", (name, data, code) => {
  expect(() => readWorldEvent(name, data, "5")).toThrow(expect.objectContaining({ code }));
});
