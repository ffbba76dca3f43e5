import { expect, test } from "vitest";
import { validateCommand } from "../../../../src/commands/rules/validate.ts";
import { placesOf, testRules } from "../../../setup/commands/rule-tests.ts";

testRules(
  "contexts-private-channel",
  "contexts-value",
  "guild-scope-field",
  "integration-types-supported",
  "integration-types-value",
);

const placesIn = (fields: object, options: object = {}) =>
  placesOf(
    validateCommand({ name: "ping", description: "Pong", ...fields }, { scope: "global", ...options }),
  );

test("requires a user installation for private channels if the installations are known", () => {
  expect(placesIn({ contexts: [2] })).toEqual([]);
  expect(placesIn({ contexts: [2], integration_types: [0, 1] })).toEqual([]);
  expect(placesIn({ contexts: [2], integration_types: [0] })).toEqual([
    "contexts-private-channel at contexts",
  ]);
  expect(placesIn({ contexts: [0], integration_types: [0] })).toEqual([]);
});

test("treats null as absent, also in a guild", () => {
  const absent = { contexts: null, integration_types: null, dm_permission: null };
  expect(placesIn(absent)).toEqual([]);
  expect(placesIn(absent, { scope: "guild" })).toEqual([]);
});

test("reports an installation that the application does not support if its installations are known", () => {
  expect(placesIn({ integration_types: [1] }, { applicationInstalls: [0] })).toEqual([
    "integration-types-supported at integration_types[0]",
  ]);
  expect(placesIn({ integration_types: [0] }, { applicationInstalls: [0] })).toEqual([]);
});
